import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct TargetPathTests {
  private struct Item: TargetType {
    let id: String
    let baseURL = URL.of("https://h.test/v1")
    var path: String { "/items/\(segment: id)/size" }
  }

  @Test(arguments: [
    ("1", "1"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("100%", "100%25"),
    ("a%2Fb", "a%252Fb"), ("日", "%E6%97%A5"), ("a+b&c=d", "a+b&c=d"), ("", ""), ("\u{301}", "%CC%81"),
    ("../etc", "..%2Fetc"),
    ("\r\n", "%0D%0A"), ("a\\b", "a%5Cb"), ("@me:x", "@me:x"), ("...", "..."),
  ])
  func `a value is one segment, whatever is in it`(value: String, segment: String) throws {
    #expect("/\(segment: value)/" == "/\(segment)/")
    #expect(try Item(id: value).request().url.absoluteString == "https://h.test/v1/items/\(segment)/size")
  }

  @Test func `a value of any type that is written as text can be a segment`() {
    let id = UUID()

    #expect("/users/\(segment: 7)/\(segment: id)/\(segment: 1.5)" == "/users/7/\(id)/1.5")
    #expect("/\(segment: "a/b"[...])" == "/a%2Fb")
  }

  @Test(.serialized, arguments: 0..<500)
  func `a segment is read back as it was, and never changes the others`(seed: Int) throws {
    var random = Generator(seed)
    let value = random.text(upTo: 6)
    guard value != ".", value != ".." else { return }

    let url = try Item(id: value).request().url.absoluteString
    let segments = url.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0).removingPercentEncoding }

    #expect(segments == ["https:", "", "h.test", "v1", "items", value, "size"])
  }

  @Test(arguments: [".", ".."])
  func `a value that would lead elsewhere is an invalid URL`(value: String) {
    let error = #expect(throws: ConnectionError.self) { try Item(id: value).request() }

    #expect(error?.type == .invalidURL)
    #expect((error?.nativeError as? InvalidURL)?.reason == .dotSegment)
  }

  @Test(.serialized, arguments: 0..<300)
  func `a path of anything makes a URL, or is refused for its dots`(seed: Int) throws {
    struct Anywhere: TargetType {
      let baseURL = URL.of("https://h.test/v1?a=1")
      let path: String
    }
    var random = Generator(seed)
    let path = "/" + random.text(upTo: 12)

    do {
      let url = try Anywhere(path: path).request().url.absoluteString
      #expect(url.hasPrefix("https://h.test/v1/"))
      #expect(url.hasSuffix("?a=1"))
      #expect(url.utf8.count { $0 == UInt8(ascii: "/") } == path.utf8.count { $0 == UInt8(ascii: "/") } + 3)
    } catch {
      #expect((error.nativeError as? InvalidURL)?.reason == .dotSegment)
    }
  }
}
