import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// The behavior that the guides say differs from other libraries.
@Suite(.timeLimit(.minutes(1)))
struct ComingFromDifferenceTests {
  private let client = Client(baseURL: api) { $0.callbackInMainThread = false }

  @Test func `a status outside 200 to 299 is an error with the response`() async {
    let error = await #expect(throws: ConnectionError.self) { try await client.http("/missing").fetchData().value }

    #expect(error?.type == .invalidResponse)
    #expect(error?.statusCode == 404)
  }

  @Test func `a 204 is nil for an optional model and an error for any other`() async throws {
    let user = try await client.http("/empty").fetch(User?.self).value
    let error = await #expect(throws: ConnectionError.self) { try await client.http("/empty").fetch(User.self).value }

    #expect(user == nil)
    #expect(error?.nativeError is EmptyBody)
  }

  @Test func `headers keep fields whose names differ in case`() {
    #expect((["X-A": "1", "x-a": "2"] as HTTPHeaders).map(\.value) == ["1", "2"])
  }

  @Test func `the encoding of parameters keeps the order of arrays and the fraction of a double`() throws {
    let query = try URLEncoding.default.encode(["list": ["z", "a"], "number": 1.0], for: .get).query

    #expect(query?.string() == "list%5B%5D=z&list%5B%5D=a&number=1.0")
  }

  @Test func `a plus in a query value is encoded`() throws {
    struct Search: RequestSpec {
      let url = "https://example.com"
      let urlQuery: URLQuery? = ["q": "a+b"]
    }

    #expect(try Search().request().url.query(percentEncoded: true) == "q=a%2Bb")
  }

  @Test func `an assignment through a missing key creates the object, and an integer that doesn't fit is nil`() {
    var json: JSON = ["big": 99_999_999_999]

    json["window"]["width"] = 800

    #expect(json["window"]["width"].int == 800)
    #expect(json["big"].int8 == nil)
    #expect(json["big"].int8Value == 0)
    #expect(JSON(parseJSON: "{").error != nil)
  }

  @Test func `a cancellation before the start has no effect`() async throws {
    let connection = client.connection(GetUser())

    connection.cancel()

    #expect(try await connection.start().value.name == "Ada")
  }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "/users/7"
}

/// A server that only answers.
private let server: LoopbackServer? = {
  let server = try? LoopbackServer()
  server?.on(.get, "/users/7", .json(#"{"name": "Ada"}"#))
  server?.on(.get, "/empty", .status(204))
  return server
}()

private var api: String { server?.url("") ?? "" }
