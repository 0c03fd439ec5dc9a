import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import TestSupport

/// Lists that are fetched page by page.
@Suite(.timeLimit(.minutes(1)))
struct PagesTests {
  private struct List: ConnectionSpec {
    typealias ResponseModel = String
    var url = "/items"
    var headers: HTTPHeaders { ["X-Key": "k"] }
    var urlQuery: URLQuery? { ["size": "2"] }
  }

  private let connector: StubConnector

  /// Answers each path with its text and the address of the page after it.
  private static let links = ["/items": "/2", "/2": "http://api.test/3?a=b#c", "/3": ""]

  init() {
    connector = StubConnector { request in
      let next = Self.links[request.url.path] ?? ""
      let headers: HTTPHeaders = next.isEmpty ? [:] : ["Link": "<\(next)>; rel=\"next\""]
      return Response(headers: headers, data: Data(request.url.path.utf8), url: request.url)
    }
  }

  private func client(_ connector: (any HTTPConnector)? = nil) -> Client {
    Client(baseURL: "http://api.test") {
      $0.callbackInMainThread = false
      let connector = connector ?? self.connector
      $0.httpConnector = { connector }
    }
  }

  private func linking(_ link: @escaping @Sendable (URL) -> String) -> StubConnector {
    StubConnector { Response(headers: ["Link": "<\(link($0.url))>; rel=next"], data: Data("x".utf8), url: $0.url) }
  }

  @Test func `each page is requested as the spec says, at the address of the link before`() async throws {
    var texts: [String] = []

    for try await text in client().pages(of: List()) { texts.append(text) }

    #expect(texts == ["/items", "/2", "/3"])
    #expect(
      connector.requests.map(\.url.absoluteString)
        == ["http://api.test/items?size=2", "http://api.test/2", "http://api.test/3?a=b#c"]
    )
    #expect(connector.requests.allSatisfy { $0.headers["X-Key"] == "k" })
  }

  @Test func `nothing is fetched that is not asked for`() async throws {
    for try await _ in client().pages(of: List()) { break }

    #expect(connector.requestCount == 1)
  }

  @Test func `each loop begins with the first page`() async throws {
    let pages = client().pages(of: List())

    for _ in 0..<2 { for try await _ in pages { break } }

    #expect(connector.requests.map(\.url.path) == ["/items", "/items"])
  }

  @Test(arguments: ["http://other.test/2", "https://api.test/2", "http://api.test:81/2"])
  func `a link to another origin is not followed`(link: String) async throws {
    let connector = linking { _ in link }
    var iterator = client(connector).pages(of: List()).makeAsyncIterator()

    let first = try await iterator.next()
    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }

    #expect(first == "x")
    #expect((error?.nativeError as? InvalidPageLink)?.reason == .otherOrigin)
    #expect(error?.type == .invalidResponse)
    #expect(error?.response?.statusCode == 200)
    #expect(connector.requestCount == 1)
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: [1, 2, 7])
  func `links that lead round in a circle end the sequence`(count: Int) async throws {
    let connector = linking { url in "/\((Int(url.path.dropFirst()) ?? 0) % count + 1)" }

    let error = await #expect(throws: ConnectionError.self) {
      for try await _ in client(connector).pages(of: List(url: "/1")) {}
    }

    #expect((error?.nativeError as? InvalidPageLink)?.reason == .repeated)
    #expect(connector.requestCount <= 3 * count + 2)
  }

  @Test func `a page that fails ends the sequence with its error`() async throws {
    let connector = StubConnector(Response(statusCode: 500))
    var iterator = client(connector).pages(of: List()).makeAsyncIterator()

    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }

    #expect(error?.statusCode == 500)
    #expect(try await iterator.next() == nil)
  }

  @Test func `a closure says the next call`() async throws {
    var texts: [String] = []

    let pages = client().pages(of: List()) { $0 == "/3" ? nil : List(url: $0 == "/items" ? "/2" : "/3") }
    for try await text in pages { texts.append(text) }

    #expect(texts == ["/items", "/2", "/3"])
  }

  @Test func `cancelling the task cancels the page that is fetched`() async throws {
    let manual = ManualConnector()
    let pages = client(manual).pages(of: List())

    let task = Task { for try await _ in pages {} }
    try await manual.begun(1)
    task.cancel()

    await #expect(throws: (any Error).self) { try await task.value }
    #expect(manual.open.isEmpty)
  }
}
