import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct URLHTTPTests {
  @Test(arguments: [
    ("http://h.test", "http://h.test"),
    ("http://h.test/", "http://h.test/"),
    ("HTTPS://H.test/A", "HTTPS://H.test/A"),
    ("http://h.test/a b", "http://h.test/a%20b"),
    ("http://h.test/日本", "http://h.test/%E6%97%A5%E6%9C%AC"),
    ("http://h.test/😀?😀#😀", "http://h.test/%F0%9F%98%80?%F0%9F%98%80#%F0%9F%98%80"),
    ("http://日本.jp/", "http://xn--wgv71a.jp/"),
    ("http://bücher.example/ü b", "http://xn--bcher-kva.example/%C3%BC%20b"),
    ("http://h.test/a[1]?b[]=2", "http://h.test/a%5B1%5D?b%5B%5D=2"),
    ("http://h.test/a\\b", "http://h.test/a%5Cb"),
    ("http://h.test/a%20b%2fc", "http://h.test/a%20b%2fc"),
    ("http://h.test/a+b?c+d", "http://h.test/a+b?c+d"),
    ("http://h.test/?a=1&b=2", "http://h.test/?a=1&b=2"),
    ("http://h.test?a", "http://h.test?a"),
    ("http://h.test/?a?b/c", "http://h.test/?a?b/c"),
    ("http://h.test/#", "http://h.test/"),
    ("http://h.test/#a#b c", "http://h.test/#a%23b%20c"),
    ("http://h.test/../a/./b//c", "http://h.test/../a/./b//c"),
    ("http://h.test:8080/", "http://h.test:8080/"),
    ("http://h.test:0/", "http://h.test:0/"),
    ("http://h.test:65535", "http://h.test:65535"),
    ("http://h.test:/", "http://h.test:/"),
    ("http://127.0.0.1:80/", "http://127.0.0.1:80/"),
    ("http://[::1]/", "http://[::1]/"),
    ("http://[::1]:8080/a", "http://[::1]:8080/a"),
    ("http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"),
    ("http://ada@h.test/", "http://ada@h.test/"),
    ("http://ada:pass%20word@h.test:81/", "http://ada:pass%20word@h.test:81/"),
    ("http://a_b-c.test/", "http://a_b-c.test/"),
    ("http://localhost", "http://localhost"),
  ])
  func `an absolute URL is encoded rightly`(text: String, url: String) throws {
    #expect(try URL(http: text).absoluteString == url)
  }

  @Test(
    arguments: [
      ("", .empty), ("/users", .notHTTP), ("users", .notHTTP), ("h.test/users", .notHTTP), ("//h.test/", .notHTTP),
      ("ftp://h.test/", .notHTTP), ("file:///etc/passwd", .notHTTP), ("mailto:a@b.test", .notHTTP),
      ("javascript:alert(1)", .notHTTP), ("http:/h.test", .notHTTP), ("http:h.test", .notHTTP), ("http", .notHTTP),
      ("httpx://h.test/", .notHTTP), ("://", .notHTTP), ("日本", .notHTTP),
      ("http://", .host), ("http:///a", .host), ("http://?a", .host), ("http://#a", .host), ("http://:80/", .host),
      ("http://@/", .host), ("http://ada@", .host), ("http://h .test/", .host), ("http://h%20.test/", .host),
      ("http://h\\.test/", .host), ("http://h.test\\@evil.test/", .host), ("http://evil.test\\/", .host),
      ("http://<h>/", .host), ("http://h\"/", .host), ("http://{h}/", .host), ("http://h|/", .host),
      ("http://h^/", .host),
      ("http://[::1", .host), ("http://::1]/", .host), ("http://[::1]a/", .host), ("http://[g::1]/", .host),
      ("http://[]/", .host), ("http://a[::1]/", .host), ("http://[::1]]/", .host), ("http://[[::1]]/", .host),
      ("http://[:::::]/", .host), ("http://[1]/", .host), ("http://[fe80::1%25eth0]/", .host),
      ("http://us er@h.test/", .host), ("http://a[b@h.test/", .host),
      ("http://h.test:port/", .port), ("http://h.test:65536/", .port), ("http://h.test:-1/", .port),
      ("http://h.test:+80/", .port), ("http://h.test:8 0/", .port), ("http://h.test:80:81/", .port),
      ("http://h.test:８０/", .port), ("http://[::1]:x/", .port), ("http://h.test:99999999999999999999/", .port),
      ("http://ada:pass/word@h.test/", .port), ("http://::1/", .host),
      ("http://h.test/%", .percent), ("http://h.test/100%", .percent), ("http://h.test/%zz", .percent),
      ("http://h.test/%4", .percent), ("http://h.test/?a=%", .percent), ("http://h.test/#%", .percent),
      ("http://h.test/%日本", .percent), ("http://h.test/%%20", .percent),
      (" http://h.test/", .surroundingSpace), ("http://h.test/ ", .surroundingSpace), (" ", .surroundingSpace),
      ("http://h.test/\r\nX: y", .controlCharacter), ("http://h.test/\n", .controlCharacter),
      ("http://h.test/\r", .controlCharacter), ("http://h.test/a\0b", .controlCharacter),
      ("http://h.test/a\tb", .controlCharacter), ("http://h\0.test/", .controlCharacter),
      ("http://h.test/\u{7F}", .controlCharacter), ("\n", .controlCharacter),
      ("http://h.test/\u{1B}[0m", .controlCharacter),
    ] as [(String, InvalidURL.Reason)]
  )
  func `what cannot be understood is refused, with the reason`(text: String, reason: InvalidURL.Reason) {
    let error = #expect(throws: InvalidURL.self) { try URL(http: text) }

    #expect(error?.reason == reason)
  }

  @Test(arguments: [
    ("http://h.test", "http://h.test/?q=1"),
    ("http://h.test/", "http://h.test/?q=1"),
    ("http://h.test/p", "http://h.test/p?q=1"),
    ("http://h.test/p?", "http://h.test/p?q=1"),
    ("http://h.test/p?a=1", "http://h.test/p?a=1&q=1"),
    ("http://h.test/p?a=1&", "http://h.test/p?a=1&q=1"),
    ("http://h.test?a", "http://h.test?a&q=1"),
    ("http://h.test/p#top", "http://h.test/p?q=1#top"),
    ("http://h.test#top", "http://h.test/?q=1#top"),
    ("http://h.test/p?a=1#top", "http://h.test/p?a=1&q=1#top"),
    ("http://h.test/p#top?a", "http://h.test/p?q=1#top?a"),
    ("http://日本.jp/本?本", "http://xn--wgv71a.jp/%E6%9C%AC?%E6%9C%AC&q=1"),
  ])
  func `a query is appended to the one there is, before the fragment`(text: String, url: String) throws {
    #expect(try URL(http: text, appending: "q=1").absoluteString == url)
  }

  @Test(arguments: [nil, ""] as [String?])
  func `no query appends nothing`(query: String?) throws {
    #expect(try URL(http: "http://h.test/p?", appending: query).absoluteString == "http://h.test/p?")
    #expect(try URL(http: "http://h.test", appending: query).absoluteString == "http://h.test")
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("a#b", "a%23b"), ("日", "%E6%97%A5"), ("a\r\nb", "a%0D%0Ab"), ("a+b", "a+b"), ("%20", "%20"),
  ])
  func `a query that its encoder did not encode cannot break the URL`(query: String, encoded: String) throws {
    #expect(try URL(http: "http://h.test/", appending: query).absoluteString == "http://h.test/?" + encoded)
  }

  @Test(.serialized, arguments: 0..<40)
  func `reads a URL at once as it reads it part by part`(seed: Int) {
    var random = Generator(seed)
    let parts = [
      ["http://", "https://", "HTTP://", "http:/", "ftp://"],
      ["", "", "a@", "a:b@", "a%20:%@", "a%4@", "a@b@", "%41:%42@", "a/@", "é@", "[@", "a!@"],
      [
        "example.com", "a", "127.0.0.1", "127.1", "0x7f.1", "", "[::1]", "a_b~c", "é.example", "a%41", "1.2.3.4.",
        "a b",
      ],
      ["", "", ":80", ":", ":65535", ":65536", ":0", ":000080", ":8a", ":99999999999999999999"],
      ["", "/", "/a/b", "/a%20b", "/a%2", "/a%", "/%zz", "/a b", "/日本", "//", "/a:b@c"],
      ["", "", "?", "?a=1&b=2", "?%41=%", "?a?/b", "?[]"],
      ["", "", "#", "#a", "#%", "# é"],
    ]

    for _ in 0..<200 {
      let text = parts.compactMap { $0.randomElement(using: &random) }.joined()
      let atOnce = Result { () throws(InvalidURL) in try URL(http: text) }
      let inParts = Result { () throws(InvalidURL) in try URL(http: text, appending: "") }

      #expect((try? atOnce.get().absoluteString) == (try? inParts.get().absoluteString), "\(text)")
      #expect((try? atOnce.get()) == (try? inParts.get()), "\(text)")
    }
  }

  @Test(.serialized, arguments: 0..<40)
  func `a URL is refused, or has the very path, query and fragment that were written`(seed: Int) throws {
    var random = Generator(seed)
    let path = random.text().filter { !"?#".unicodeScalars.contains($0.unicodeScalars.first ?? "?") }
    let query = random.text().unicodeScalars.filter { $0 != "#" }.map(String.init).joined()
    let fragment = random.text()
    let written = [path, query, fragment].map(meaning)
    let text = "http://h.test/\(path)?\(query)#\(fragment)"
    let isRefused = written.contains(nil) || text.hasSuffix(" ") || path.unicodeScalars.contains("?")

    let url = try? URL(http: text)

    guard !isRefused, !path.unicodeScalars.contains("#") else { return }
    let parts = URLComponents(url: try #require(url), resolvingAgainstBaseURL: false)
    #expect(parts.map { meaning(String($0.percentEncodedPath.dropFirst())) } == written[0])
    #expect(parts.map { meaning($0.percentEncodedQuery ?? "") } == written[1])
    #expect(parts.map { meaning($0.percentEncodedFragment ?? "") } == written[2])
  }

  @Test(.serialized, arguments: 0..<40)
  func `a URL with a stray percent sign is refused`(seed: Int) {
    var random = Generator(seed)
    let text = "http://h.test/" + random.text()

    let isAccepted = (try? URL(http: text)) != nil

    #expect(isAccepted == (meaning(text) != nil && !text.utf8.reversed().starts(with: " ".utf8)))
  }

  @Test(.serialized, arguments: 0..<40)
  func `whatever is accepted is an absolute URL of visible ASCII`(seed: Int) throws {
    var random = Generator(seed)

    for _ in 0..<50 {
      let text =
        ["http://", "https://h.test", ""].randomElement(using: &random).map { $0 + random.text(upTo: 12) } ?? ""
      guard let url = try? URL(http: text, appending: random.text()) else { continue }
      #expect(url.scheme?.lowercased().hasPrefix("http") == true)
      #expect(url.host?.isEmpty == false)
      #expect(url.absoluteString.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  @Test(.serialized, arguments: 0..<40)
  func `the parameters that are appended come after those there are, and are read back`(seed: Int) throws {
    var random = Generator(seed)
    let (one, two) = (random.query(), random.query())

    let url = try URL(http: "http://h.test/p?\(one.string())#top", appending: two.string())

    let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery ?? ""
    #expect(URLQuery(string: query).keyValues == one.keyValues + two.keyValues)
    #expect(url.fragment == "top")
  }

  /// The bytes that a part of a URL stands for; `nil` if it has a `%` that stands for none.
  private func meaning(_ part: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(PercentEncoding.isHexDigit) else { return nil }
      guard let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension Generator {
  fileprivate mutating func query() -> URLQuery {
    URLQuery((0..<3).map { _ in KeyValue("k" + text(), Bool.random(using: &self) ? text() : nil) })
  }
}
