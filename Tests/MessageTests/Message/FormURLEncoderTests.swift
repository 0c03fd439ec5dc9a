import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct FormURLEncoderTests {
  @Test(arguments: [
    ("", ""), ("abcXYZ019-._~/?", "abcXYZ019-._~/?"), ("a b", "a%20b"), ("日本", "%E6%97%A5%E6%9C%AC"),
    ("😀&", "%F0%9F%98%80%26"), ("100%", "100%25"), ("\r\n\0\u{7F}", "%0D%0A%00%7F"), (":#[]@", "%3A%23%5B%5D%40"),
    ("!$&'()*+,;=", "%21%24%26%27%28%29%2A%2B%2C%3B%3D"), ("e\u{301}", "e%CC%81"),
  ])
  func `encodes all but the unreserved characters, the slash and the question mark`(text: String, encoded: String) {
    #expect(FormURLEncoder().encode(text) == encoded)
  }

  @Test func `every ASCII character is allowed if it is in the set, except the space`() {
    let ascii = String(String.UnicodeScalarView((0..<128).map { Unicode.Scalar($0) }))
    let all = FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: ascii))
    let none = FormURLEncoder(allowedCharacters: [])

    #expect(all.encode(ascii) == ascii.replacingOccurrences(of: " ", with: "%20"))
    #expect(none.encode(ascii) == (0..<128).map { String(format: "%%%02X", $0) }.joined())
    #expect(FormURLEncoder(spaceEncoding: .plusReplaced, allowedCharacters: [" "]).encode(" a") == "+%61")
  }

  @Test(.serialized, arguments: 0..<20)
  func `what is encoded is decoded to what it was`(seed: Int) {
    var random = Generator(seed)

    for _ in 0..<100 {
      let text = random.text(upTo: 20)
      #expect(FormURLEncoder().encode(text).removingPercentEncoding == text)
      let plus = FormURLEncoder(spaceEncoding: .plusReplaced).encode(text)
      #expect(plus.replacingOccurrences(of: "+", with: " ").removingPercentEncoding == text)
    }
  }

  @Test func `two are equal if they write alike`() {
    let letters = FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: "aB"))

    #expect(FormURLEncoder() == FormURLEncoder(allowedCharacters: FormURLEncoder().allowedCharacters))
    #expect(letters == FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: "aBé ")))
    #expect(letters != FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: "a")))
    #expect(letters != FormURLEncoder(allowedCharacters: CharacterSet(charactersIn: "B")))
    #expect(FormURLEncoder() != FormURLEncoder(spaceEncoding: .plusReplaced))
    #expect(Set([letters, letters, FormURLEncoder()]).count == 2)
  }
}
