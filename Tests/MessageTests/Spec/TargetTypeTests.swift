import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct TargetTypeTests {
  /// Nothing but the base URL, as the shortest target is.
  private struct Bare: TargetType {
    let baseURL: URL
  }

  private struct Full: TargetType {
    var baseURL = URL.of("https://h.test/api?key=1#top")
    var path = "/users"
    var method = HTTPMethod.get
    var parameters: [String: any Sendable]? = ["q": "a b"]
    var headers = ["X-A": "1"]
  }

  private struct At: TargetType {
    var baseURL: URL = .of("https://h.test")
    let path: String
  }

  @Test func `the shortest target is a base URL: a GET without headers, parameters or body`() throws {
    let target = Bare(baseURL: .of("https://h.test/"))

    #expect(try target.request() == Plain(url: "https://h.test/").request())
    #expect(target.validationType == .successCodes)
    #expect(target.sampleData == Data())
  }

  @Test func `everything that a target says is in its request`() throws {
    let request = try Full().request()

    #expect(request.url.absoluteString == "https://h.test/api/users?key=1&q=a%20b#top")
    #expect(request.httpMethod == .get)
    #expect(request.headers == ["X-A": "1"])
    #expect(request.body == nil)
  }

  @Test(arguments: [
    ("https://h.test", "", "https://h.test"),
    ("https://h.test/", "", "https://h.test/"),
    ("https://h.test/v1", "", "https://h.test/v1"),
    ("https://h.test/v1/", "", "https://h.test/v1/"),
    ("https://h.test?a=1", "", "https://h.test?a=1"),
    ("https://h.test", "users", "https://h.test/users"),
    ("https://h.test", "/users", "https://h.test/users"),
    ("https://h.test/", "users", "https://h.test/users"),
    ("https://h.test/", "/users", "https://h.test/users"),
    ("https://h.test/v1", "users", "https://h.test/v1/users"),
    ("https://h.test/v1", "/users/", "https://h.test/v1/users/"),
    ("https://h.test/v1/", "users", "https://h.test/v1/users"),
    ("https://h.test/v1/", "/users", "https://h.test/v1/users"),
    ("https://h.test/v1", "/", "https://h.test/v1/"),
    ("https://h.test/v1/", "/", "https://h.test/v1/"),
    ("https://h.test/v1/", "//users", "https://h.test/v1//users"),
    ("https://h.test?a=1", "users", "https://h.test/users?a=1"),
    ("https://h.test/?a=1", "users", "https://h.test/users?a=1"),
    ("https://h.test/v1/?a=/b/", "/users", "https://h.test/v1/users?a=/b/"),
    ("https://h.test#top", "users", "https://h.test/users#top"),
    ("https://h.test/v1?a=1#top/?b", "users", "https://h.test/v1/users?a=1#top/?b"),
    ("https://ada@h.test:8080/v%201", "users", "https://ada@h.test:8080/v%201/users"),
    ("http://[::1]:8080", "users", "http://[::1]:8080/users"),
  ])
  func `the path is appended to the base URL's, before its query`(base: String, path: String, url: String) throws {
    #expect(try At(baseURL: .of(base), path: path).request().url.absoluteString == url)
  }

  @Test(arguments: [
    ("/a b", "/a%20b"), ("/日本", "/%E6%97%A5%E6%9C%AC"), ("/a?b=c#d", "/a%3Fb=c%23d"), ("/a%20b", "/a%20b"),
    ("/a%2fb%2F", "/a%2fb%2F"), ("/100%", "/100%25"), ("/50%off", "/50%25off"), ("/%", "/%25"), ("/%%41", "/%25%41"),
    ("/a[0]", "/a%5B0%5D"), ("/a\nb\u{0}", "/a%0Ab%00"), ("/\u{301}", "/%CC%81"), ("/a;b=1,2/@me:x", "/a;b=1,2/@me:x"),
    ("/a\\b", "/a%5Cb"), ("//", "//"), ("/~ada/a+b", "/~ada/a+b"),
    ("/a|b^c`d\"e<f>{g}", "/a%7Cb%5Ec%60d%22e%3Cf%3E%7Bg%7D"),
  ])
  func `encodes characters that a segment can't contain, once`(path: String, encoded: String) throws {
    #expect(try At(path: path).request().url.absoluteString == "https://h.test" + encoded)
  }

  @Test(arguments: [
    ("/..", false), ("/.", false), ("..", false), ("/a/../b", false), ("/a/./b", false), ("/a/..", false),
    ("/../", false),
    ("/%2e%2E/b", false), ("/a/.%2e", false), ("/a/%2E", false),
    ("/...", true), ("/a..", true), ("/..a", true), ("/.well-known", true), ("/a.json", true), ("/a%2F..%2Fb", true),
    ("/%252e%252e", true),
  ])
  func `a path that leads elsewhere is an invalid URL`(path: String, isValid: Bool) {
    var refusal: ConnectionError?
    do { _ = try At(path: path).request() } catch { refusal = error }

    #expect(refusal?.type == (isValid ? nil : .invalidURL))
    #expect((refusal?.nativeError as? InvalidURL)?.reason == (isValid ? nil : .dotSegment))
  }

  @Test(arguments: ["ftp://h.test", "file:///etc", "users", "https:users", "https:///users", "mailto:a@h.test"])
  func `a base URL that is not an absolute one of HTTP is an invalid URL`(base: String) {
    let error = #expect(throws: ConnectionError.self) { try At(baseURL: .of(base), path: "/passwd").request() }

    #expect(error?.type == .invalidURL)
    #expect(error?.nativeError is InvalidURL)
  }

  @Test func `parameters go where their encoding puts them`() throws {
    let query = try Full(method: .delete).request()
    let form = try Full(method: .post).request()

    #expect(query.url.query() == "key=1&q=a%20b")
    #expect(query.body == nil)
    #expect(form.url.query() == "key=1")
    #expect(form.body?.contentType?.hasPrefix("application/x-www-form-urlencoded") == true)
    #expect(form.body?.content == .data(Data("q=a%20b".utf8)))
  }

  @Test func `a member of the spec that a target writes itself goes before what the task says`() throws {
    struct Own: TargetType {
      let baseURL = URL.of("https://h.test")
      let method = HTTPMethod.post
      var urlQuery: URLQuery? { ["own": "1"] }
      func body() throws -> Data? { Data("own".utf8) }
    }

    let request = try Own().request()

    #expect(request.url.absoluteString == "https://h.test/?own=1")
    #expect(request.body == RequestBody(Data("own".utf8)))
  }

  @Test func `a target goes wherever a spec goes`() {
    let connector = StubConnector(Response(data: Data("pong".utf8)))
    let connection = Connection(requestSpec: At(path: "/ping"), responseSpec: PlainText())
    connection.httpConnector = connector
    connection.callbackInMainThread = false

    #expect(connection.start().settled?.value == "pong")
    #expect(connector.requests.map(\.url.absoluteString) == ["https://h.test/ping"])
  }

  @Test(arguments: [(200, true), (304, true), (404, false)])
  func `a target that is a whole spec is validated by its validation type`(status: Int, isValid: Bool) {
    struct Ping: TargetType, ConnectionSpec {
      typealias ResponseModel = String
      let baseURL = URL.of("https://h.test")
      let validationType = ValidationType.all([.successAndRedirectCodes, .contentType(["text/plain"])])
    }
    var response = Response(statusCode: status, headers: ["Content-Type": "text/plain"], data: Data("pong".utf8))

    #expect(Ping().validate(response: response) == isValid)

    response.headers["Content-Type"] = "text/html"
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.validating(by: Ping())).runSynchronously(response)
    }
    let reason = (error?.nativeError as? Rejection)?.reason
    #expect(reason == (isValid ? "content type text/html, not text/plain" : "status 404"))
  }
}
