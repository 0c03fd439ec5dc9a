import Foundation
import Testing

@testable import AbstractHTTP

struct SecretNameTests {
  static let secrets = [
    "Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie", "Cookie2", "WWW-Authenticate", "Proxy-Authenticate",
    "X-Auth-Token", "X-Api-Key", "X-APIKEY", "X-Amz-Signature", "Client-Secret", "X-Session-Id", "X-CSRF-Token",
    "X-Auth-Key", "X-Access-Key", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Amz-Authorization",
    "X-User-Auth", "X-Api-Auth", "Authentication", "X-Authentication", "X-Auth", "X-Bearer", "DPoP", "dpop", "X-Key",
    "X-OTP", "X-Otp1", "X-CSRF", "X-XSRF", "X-Goog-Iap-Jwt-Assertion", "X-Shopify-Hmac-Sha256", "X-Client-Cert",
    "X-Forwarded-Client-Cert", "X-JWT", "X-Master-Key", "X-OAuth2", "userAuth", "user_auth", "USER_AUTH", "X.User.Auth",
    "APIKey", "x-myAPIKey", "accesstoken", "X-Authtoken", "client_assertion", "SAMLResponse", "code_verifier",
    "connect.sid", "db_pwd", "CB-ACCESS-SIGN", "X-Sign", "X-Pin", "otp", "sig", "key", "code",
  ]

  static let harmless = [
    "Accept", "Content-Type", "ETag", "User-Agent", "Cache-Control", "Age", "X-Request-Id", "Keep-Alive", "X-Author",
    "Authority", "Monkey", "X-Keyboard", "Keywords", "X-Hotkey", "Idempotency-Key", "idempotencyKey", "Surrogate-Key",
    "Sec-WebSocket-Key", "sort_key", "status_code", "zipcode", "X-Design", "Signal", "Retry-After", "RunContext",
    "Side",
    "X-Signed-In", "Certain", "bearing", "spinner", "", "-", "Content-Encoding", "X-Frame-Options",
  ]

  @Test(arguments: secrets)
  func `a name with a word of a secret is masked wherever it stands`(name: String) throws {
    let body = #"{"\#(name)":"s3cret"}"#

    #expect(Redaction.value(of: .init(name: name, value: "s3cret")) == "***")
    #expect(Redaction.withoutSecretParameters("/?\(name)=s3cret") == "/?\(name)=***")
    #expect(Redaction.text(of: body, type: "application/json") == #"{"\#(name)":"***"}"#)
  }

  @Test(arguments: harmless)
  func `a name that only resembles a secret's is shown`(name: String) {
    #expect(!Redaction.isSecret(name))
  }

  @Test func `a user's own names are masked in every spelling, and only whole`() {
    let names = SecretNames(["Room-Number"])

    #expect(Redaction.isSecret("roomNumber", names))
    #expect(!Redaction.isSecret("X-Room-Number", names))
  }
}
