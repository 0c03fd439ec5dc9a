/// Names of headers and parameters whose values are secrets.
enum SecretNames {
  static let all = [
    "Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie", "Cookie2", "WWW-Authenticate", "Proxy-Authenticate",
    "X-Auth-Token", "X-Api-Key", "X-APIKEY", "X-Amz-Signature", "Client-Secret", "X-Session-Id", "X-CSRF-Token",
    "X-Auth-Key", "X-Access-Key", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Amz-Authorization",
    "X-User-Auth", "X-Api-Auth", "Authentication", "X-Authentication", "X-Auth", "X-Bearer", "DPoP", "dpop", "X-Key",
    "X-OTP", "X-Otp1", "X-CSRF", "X-XSRF", "X-Goog-Iap-Jwt-Assertion", "X-Shopify-Hmac-Sha256", "X-Client-Cert",
    "X-Forwarded-Client-Cert", "X-JWT", "X-Master-Key", "X-OAuth2", "userAuth", "user_auth", "USER_AUTH", "X.User.Auth",
    "APIKey", "x-myAPIKey", "accesstoken", "X-Authtoken", "client_assertion", "SAMLResponse", "code_verifier",
    "connect.sid", "db_pwd", "CB-ACCESS-SIGN", "X-Sign", "X-Pin", "otp", "sig", "key", "code",
  ]
}
