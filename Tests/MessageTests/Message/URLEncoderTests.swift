import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct URLEncoderTests {
  @Test(arguments: [
    ("", ""), ("abcXYZ019-._~", "abcXYZ019-._~"), ("a+b", "a%2Bb"), ("a&b", "a%26b"), ("a=b", "a%3Db"),
    ("a b", "a%20b"), ("日本", "%E6%97%A5%E6%9C%AC"), ("😀", "%F0%9F%98%80"), ("100%", "100%25"),
    ("a%20b", "a%2520b"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("\r\n\0", "%0D%0A%00"), ("e\u{301}", "e%CC%81"),
    ("!*'()[]@:,;$", "%21%2A%27%28%29%5B%5D%40%3A%2C%3B%24"),
  ])
  func `encodes all but the unreserved characters of RFC 3986`(text: String, encoded: String) {
    #expect(DefaultURLEncoder().encode(text) == encoded)
  }

  @Test(.serialized, arguments: 0..<20)
  func `what is encoded is decoded to what it was`(seed: Int) {
    var random = Generator(seed)

    for _ in 0..<100 {
      let text = random.text(upTo: 20)
      #expect(DefaultURLEncoder().encode(text).removingPercentEncoding == text)
    }
  }
}
