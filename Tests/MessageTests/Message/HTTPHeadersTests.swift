import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct HTTPHeadersTests {
  @Test func `common fields have constructors, and make a literal`() {
    let headers: HTTPHeaders = [
      .accept("a/b"), .acceptLanguage("de"), .authorization(bearerToken: "a1"), .contentDisposition("inline"),
      .contentEncoding("gzip"), .contentType("c/d"), .userAgent("App/1"),
      .authorization(username: "ada", password: "key"),
    ]

    #expect(headers.map(\.name).prefix(3) == ["Accept", "Accept-Language", "Authorization"])
    #expect(headers.values(for: "Authorization") == ["Bearer a1", "Basic YWRhOmtleQ=="])
    #expect(
      ["Content-Disposition", "Content-Encoding", "Content-Type", "User-Agent"].map { headers[$0] }
        == ["inline", "gzip", "c/d", "App/1"]
    )
  }

  @Test(arguments: ["Accept", "accept", "ACCEPT", "aCCEPT"])
  func `names are found whatever their case`(name: String) {
    let headers: HTTPHeaders = ["Accept": "text/plain"]

    #expect(headers[name] == "text/plain")
    #expect(headers.contains(name))
    #expect(headers.values(for: name) == ["text/plain"])
  }

  @Test func `names beyond ASCII differ by case`() {
    let headers: HTTPHeaders = ["É": "1"]

    #expect(headers["é"] == nil)
  }

  @Test(arguments: [("@", "`"), ("[", "{"), ("]", "}"), ("^", "~")])
  func `only letters have a case`(upper: String, lower: String) {
    let headers: HTTPHeaders = [upper: "1"]

    #expect(headers[lower] == nil)
  }

  @Test func `keeps the order of a literal, and its names as they were written`() {
    let headers: HTTPHeaders = ["b": "1", "A": "2", "b": "3"]

    #expect(headers.map(\.name) == ["b", "A", "b"])
    #expect(headers.map(\.value) == ["1", "2", "3"])
  }

  @Test func `a dictionary is ordered by name`() {
    let headers = HTTPHeaders(["c": "3", "a": "1", "b": "2"])

    #expect(headers.map(\.name) == ["a", "b", "c"])
  }

  @Test func `the values of a name that stands there twice are joined by a comma`() {
    let headers: HTTPHeaders = ["Vary": "a", "X": "y", "vary": "b"]

    #expect(headers["VARY"] == "a, b")
    #expect(headers.values(for: "VARY") == ["a", "b"])
  }

  @Test func `each cookie is a value of its own`() {
    var headers: HTTPHeaders = ["Set-Cookie": "a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT"]

    headers.append("b=2", for: "set-cookie")

    #expect(headers.values(for: "Set-Cookie") == ["a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT", "b=2"])
  }

  @Test func `setting a value replaces every field of the name, at the place of the first`() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]

    headers["A"] = "6"

    #expect(headers == ["A": "6", "B": "2", "C": "4"])
  }

  @Test func `setting a value of a new name adds it at the end`() {
    var headers: HTTPHeaders = ["A": "1"]

    headers["B"] = "2"

    #expect(headers == ["A": "1", "B": "2"])
  }

  @Test func `setting nil removes every field of the name`() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]

    headers["a"] = nil

    #expect(headers == ["B": "2"])
    #expect(headers["A"] == nil)
  }

  @Test func `merging gives the other's fields precedence, all of them`() {
    let headers: HTTPHeaders = ["Accept": "a", "X": "1", "accept": "b"]

    let merged = headers.merging(["ACCEPT": "c", "Accept": "d"])

    #expect(merged == ["X": "1", "ACCEPT": "c", "Accept": "d"])
  }

  @Test func `merging nothing changes nothing`() {
    let headers: HTTPHeaders = ["B": "1", "A": "2", "b": "3"]

    #expect(headers.merging([:]) == headers)
    #expect(HTTPHeaders().merging(headers) == headers)
  }

  @Test func `headers whose names differ in case alone are equal, and hash alike`() {
    let one: HTTPHeaders = ["Content-Type": "a"]
    let other: HTTPHeaders = ["content-TYPE": "a"]

    #expect(one == other)
    #expect(Set([one, other]).count == 1)
  }

  @Test func `values that differ in case, and orders that differ, are not equal`() {
    let headers: HTTPHeaders = ["A": "x", "B": "y"]

    #expect(headers != ["A": "X", "B": "y"])
    #expect(headers != ["B": "y", "A": "x"])
  }

  @Test(.serialized, arguments: 0..<20)
  func `equal fields always hash alike`(seed: Int) {
    var random = Generator(seed)

    for _ in 0..<50 {
      let name = random.text(of: ["a", "A", "b", "B", "-", "@", "`"], upTo: 3)
      let other = random.text(of: ["a", "A", "b", "B", "-", "@", "`"], upTo: 3)
      let one = HTTPHeaders.Field(name: name, value: "v")
      let two = HTTPHeaders.Field(name: other, value: "v")
      #expect((one == two) == (name.lowercased() == other.lowercased()))
      if one == two { #expect(one.hashValue == two.hashValue) }
    }
  }

  @Test(.serialized, arguments: 0..<20)
  func `finds the fields that a comparison byte by byte finds`(seed: Int) {
    var (random, headers, model) = (Generator(seed), HTTPHeaders(), [(name: String, value: String)]())
    let same = { (one: String, other: String) in
      one.utf8.map(HTTPToken.lowercased) == other.utf8.map(HTTPToken.lowercased)
    }

    for step in 0..<200 {
      let name = random.text(of: ["a", "A", "b", "-", "[", "{", "é"], upTo: 18)
      if Bool.random(using: &random) {
        headers.append("\(step)", for: name)
        model.append((name, "\(step)"))
      } else {
        let place = model.firstIndex { same($0.name, name) }
        model.removeAll { same($0.name, name) }
        model.insert((name, "\(step)"), at: place ?? model.count)
        headers[name] = "\(step)"
      }
      let other = random.text(of: ["a", "A", "b", "-", "[", "{", "é"], upTo: 3)
      let values = model.filter { same($0.name, other) }.map(\.value)
      #expect(headers.values(for: other) == values)
      #expect(headers[other] == (values.isEmpty ? nil : values.joined(separator: ", ")))
      #expect(headers.contains(other) == !values.isEmpty)
    }

    #expect(headers.map(\.value) == model.map(\.value))
  }

  @Test(arguments: [(" a ", "a"), ("\ta b\t ", "a b"), ("  ", ""), ("", ""), ("a", "a"), ("\u{3000}", "\u{3000}")])
  func `the white space around a value is no part of it`(given: String, value: String) {
    #expect(HTTPHeaders.Field(name: "X", value: given).value == value)
  }

  @Test func `is a collection of its fields`() {
    let headers = HTTPHeaders([.init(name: "A", value: "1"), .init(name: "B", value: "2")])

    #expect(headers.count == 2)
    #expect(headers[1].name == "B")
    #expect(headers.last?.value == "2")
    #expect(HTTPHeaders().isEmpty)
  }

  @Test func `prints a line a field, and no secret`() {
    let headers: HTTPHeaders = ["Accept": "a", "authorization": "Bearer s3cret", "X-API-Key": "s3cret"]

    #expect("\(headers)" == "Accept: a\nauthorization: ***\nX-API-Key: ***")
    #expect("\(Array(headers))" == "[Accept: a, authorization: ***, X-API-Key: ***]")
  }
}
