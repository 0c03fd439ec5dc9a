import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct URLQueryTests {
  @Test func `keeps the order of a literal, repeated keys and keys without a value`() {
    let query: URLQuery = ["b": "1", "a": "2", "b": "3", "debug": nil, "empty": ""]

    #expect(query.string() == "b=1&a=2&b=3&debug&empty=")
  }

  @Test func `is empty without parameters`() {
    #expect(URLQuery().string().isEmpty)
    #expect(URLQuery(string: "").keyValues.isEmpty)
    #expect(URLQuery(string: "?").keyValues.isEmpty)
  }

  struct Reading: Sendable {
    let text: String
    let parameters: [KeyValue]

    init(_ text: String, _ parameters: KeyValue...) {
      self.text = text
      self.parameters = parameters
    }
  }

  @Test(arguments: [
    Reading("a=1&b=2", KeyValue("a", "1"), KeyValue("b", "2")),
    Reading("?a=1", KeyValue("a", "1")),
    Reading("??a=1", KeyValue("?a", "1")),
    Reading("a=1&a=2", KeyValue("a", "1"), KeyValue("a", "2")),
    Reading("a", KeyValue("a", nil)),
    Reading("a=", KeyValue("a", "")),
    Reading("=a", KeyValue("", "a")),
    Reading("=", KeyValue("", "")),
    Reading("a=1=2==", KeyValue("a", "1=2==")),
    Reading("token=dGVzdA==", KeyValue("token", "dGVzdA==")),
    Reading("&&a=1&&b&", KeyValue("a", "1"), KeyValue("b", nil)),
    Reading("q=a%20b%26c", KeyValue("q", "a b&c")),
    Reading("%E6%97%A5=%E6%9C%AC", KeyValue("日", "本")),
    Reading("日=本", KeyValue("日", "本")),
    Reading("q=a+b", KeyValue("q", "a+b")),
    Reading("q=100%", KeyValue("q", "100%")),
    Reading("q=%zz", KeyValue("q", "%zz")),
    Reading("q=%FF%FE", KeyValue("q", "%FF%FE")),
    Reading("q=%EF%BB%BFa", KeyValue("q", "\u{FEFF}a")),
    Reading("%EF%BB%BF=%ef%bb%bf", KeyValue("\u{FEFF}", "\u{FEFF}")),
    Reading("\u{FEFF}a=%20\u{FEFF}", KeyValue("\u{FEFF}a", " \u{FEFF}")),
    Reading("q=%00%0a", KeyValue("q", "\0\n")),
    Reading("q=%ED%A0%80", KeyValue("q", "%ED%A0%80")),
    Reading("q=%4", KeyValue("q", "%4")),
    Reading("q=%+1", KeyValue("q", "%+1")),
    Reading("q=%25%32%30", KeyValue("q", "%20")),
    Reading("a=\u{301}x", KeyValue("a", "\u{301}x")),
    Reading("a&\u{301}b", KeyValue("a", nil), KeyValue("\u{301}b", nil)),
    Reading("?\u{301}=1", KeyValue("\u{301}", "1")),
  ])
  func `reads a query as it stands in a URL`(reading: Reading) {
    let query = URLQuery(string: reading.text)

    #expect(query.keyValues == reading.parameters)
  }

  @Test(.serialized, arguments: 0..<20)
  func `what is written is read back as it was`(seed: Int) {
    var random = Generator(seed)

    for _ in 0..<100 {
      let parameters = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        KeyValue("k" + random.text(), Bool.random(using: &random) ? random.text() : nil)
      }
      let text = URLQuery(parameters).string()
      #expect(URLQuery(string: text).keyValues == parameters)
      #expect(text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || "%&=".utf8.contains($0) })
    }
  }

  @Test func `finds the first value of a key`() {
    let query: URLQuery = ["a": "1", "b": nil, "a": "2"]

    #expect(query["a"] == "1")
    #expect(query["b"] == nil)
    #expect(query["c"] == nil)
  }

  @Test func `appends after the others`() {
    var query: URLQuery = ["a": "1"]

    query.append("b", "2")
    query.append("a", nil)

    #expect(query == ["a": "1", "b": "2", "a": nil])
  }

  @Test func `a key without a value differs from one with an empty value`() {
    #expect(KeyValue("a", nil) != KeyValue("a", ""))
    #expect(URLQuery([KeyValue("a", nil)]).string() == "a")
    #expect(URLQuery([KeyValue("a", "")]).string() == "a=")
  }

  @Test func `keys and values are encoded by the encoder that is given`() {
    let query: URLQuery = ["a": "b", "c": nil]

    #expect(query.string(urlEncoder: Shouting()) == "A=B&C")
  }
}

private struct Shouting: URLEncoder {
  func encode(_ text: String) -> String { text.uppercased() }

  @Test func `setting a key replaces its parameters in the place of the first, and adds what isn't there`() {
    var query: URLQuery = ["a": "1", "b": "2", "a": "3", "c": "4"]

    query["a"] = "x"
    query["d"] = "y"
    query["c"] = nil
    query["none"] = nil

    #expect(query == ["a": "x", "b": "2", "d": "y"])
  }
}
