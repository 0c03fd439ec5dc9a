import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct HTTPTokenTests {
  @Test func `a token is made of the characters of RFC 9110, and no others`() {
    let allowed = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    let tokens = (0..<128).map { String(UnicodeScalar(UInt8($0))) }.filter(HTTPToken.isToken)

    #expect(Set(tokens) == Set(allowed.map(String.init)))
    #expect(HTTPToken.isToken(allowed))
  }

  @Test(arguments: ["", "a b", "a\r", "日本", "a:", "é"])
  func `an empty text, or one with another character, isn't a token`(text: String) {
    #expect(!HTTPToken.isToken(text))
  }

  @Test func `a value has no control character but the tab`() {
    let refused = (0..<128).filter { !HTTPToken.isFieldValue("a" + String(UnicodeScalar(UInt8($0)))) }

    #expect(refused == Array(0..<9) + Array(10..<32) + [127])
    #expect(HTTPToken.isFieldValue(""))
    #expect(HTTPToken.isFieldValue("日本 😀"))
  }
}
