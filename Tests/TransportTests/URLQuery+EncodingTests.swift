import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct URLQueryEncodingTests {
  private struct Search: Encodable { let words = "a b/c+d", tags = ["x", "y"] }

  private struct Shouting: URLEncoder {
    func encode(_ text: String) -> String { text.uppercased() }
  }

  private struct Spec: RequestSpec {
    var url = "https://h.test/search"
    let query: @Sendable () throws -> URLQuery?
    var urlQuery: URLQuery? { get throws { try query() } }
  }

  @Test func `keys and values stand in the query as they are, and know how they are encoded`() throws {
    let query = try URLQuery(encoding: Search(), options: FormOptions(spaceEncoding: .plusReplaced))

    #expect(query.keyValues == [KeyValue("tags[]", "x"), KeyValue("tags[]", "y"), KeyValue("words", "a b/c+d")])
    #expect(query["words"] == "a b/c+d")
    #expect(query.urlEncoder == FormURLEncoder(spaceEncoding: .plusReplaced))
    #expect(query.string() == "tags%5B%5D=x&tags%5B%5D=y&words=a+b/c%2Bd")
  }

  @Test func `parameters make the same query`() throws {
    let parameters: [String: any Sendable] = ["words": "a b/c+d", "tags": ["x", "y"]]

    #expect(try URLQuery(parameters: parameters) == URLQuery(encoding: Search()))
  }

  @Test func `a query with an encoder of its own is sent by that one, any other by the connection's`() throws {
    let own = Spec { try URLQuery(encoding: Search(), options: FormOptions(spaceEncoding: .plusReplaced)) }
    let plain = Spec { ["a b": "c"] }

    #expect(
      try own.request(urlEncoder: Shouting()).url.absoluteString
        == "https://h.test/search?tags%5B%5D=x&tags%5B%5D=y&words=a+b/c%2Bd"
    )
    #expect(try plain.request(urlEncoder: Shouting()).url.absoluteString == "https://h.test/search?A%20B=C")
  }

  @Test func `what is appended to the query is encoded like the rest of it, also a key without a value`() throws {
    var query = try URLQuery(parameters: ["a": 1], options: FormOptions(spaceEncoding: .plusReplaced))

    query.append("b c", "d e")
    query.append("f g", nil)

    #expect(query.string(urlEncoder: Shouting()) == "a=1&b+c=d+e&f+g")
  }

  @Test func `queries that are encoded differently differ`() throws {
    let plain: URLQuery = ["a": "1"]

    #expect(try URLQuery(encoding: ["a": 1]) != plain)
    #expect(try URLQuery(encoding: ["a": 1]).keyValues == plain.keyValues)
    #expect(try URLQuery(encoding: ["a": 1]) == URLQuery([KeyValue("a", "1")], urlEncoder: FormURLEncoder()))
  }

  @Test func `a character that a URL cannot hold is encoded though it was allowed`() throws {
    let options = FormOptions(allowedCharacters: CharacterSet(charactersIn: "a[]#\"<"))
    let spec = Spec { try URLQuery(encoding: ["a": ["#\"<"]], options: options) }

    #expect(try spec.request().url.absoluteString == "https://h.test/search?a%5B%5D=%23%22%3C")
  }

  @Test(arguments: TestedEngine.allCases)
  func `reaches the server byte for byte`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/search") { .text($0.target) }
    let spec = Spec(url: server.url("/search?first=1")) {
      try URLQuery(encoding: Search(), options: FormOptions(spaceEncoding: .plusReplaced))
    }

    let response = try await engine.connector().response(to: spec.request())

    #expect(try response.text() == "/search?first=1&tags%5B%5D=x&tags%5B%5D=y&words=a+b/c%2Bd")
  }
}
