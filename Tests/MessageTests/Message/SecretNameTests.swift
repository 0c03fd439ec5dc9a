import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct SecretNameTests {
  static let harmless = [
    "Accept", "Content-Type", "ETag", "User-Agent", "Cache-Control", "Age", "X-Request-Id", "Keep-Alive", "X-Author",
    "Authority", "Monkey", "X-Keyboard", "Keywords", "X-Hotkey", "Idempotency-Key", "idempotencyKey", "Surrogate-Key",
    "Sec-WebSocket-Key", "sort_key", "status_code", "zipcode", "X-Design", "Signal", "Retry-After", "RunContext",
    "Side",
    "X-Signed-In", "Certain", "bearing", "spinner", "", "-", "Content-Encoding", "X-Frame-Options",
  ]

  @Test(arguments: SecretNames.all)
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
