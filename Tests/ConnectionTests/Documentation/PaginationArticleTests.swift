import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Pagination*.
struct PaginationArticleTests {
  private struct User: Decodable, Sendable { let name: String }

  private struct ListUsers: ConnectionSpec {
    typealias ResponseModel = [User]
    let url = "/users"
  }

  private struct Orders: Decodable, Sendable {
    let ids: [Int]
    let next: String?
  }

  private struct ListOrders: ConnectionSpec {
    typealias ResponseModel = Orders
    let cursor: String?
    let url = "/orders"
    var urlQuery: URLQuery? { cursor.map { ["cursor": $0] } }
  }

  private let server: LoopbackServer
  private let client: Client

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    client = Client(baseURL: server.url("")) {
      $0.callbackInMainThread = false
      $0.httpConnector = { DefaultHTTPConnector.patient }
    }
  }

  private func names(of client: Client) async throws -> [String] {
    var names: [String] = []
    for try await users in client.pages(of: ListUsers()) { names += users.map(\.name) }
    return names
  }

  private func ids(of client: Client) async throws -> [Int] {
    let pages = client.pages(of: ListOrders(cursor: nil)) { page in page.next.map { ListOrders(cursor: $0) } }
    var ids: [Int] = []
    for try await page in pages { ids += page.ids }
    return ids
  }

  @Test func `links are followed over a real server`() async throws {
    server.on(.get, "/users", .json(#"[{"name": "Ada"}, {"name": "Bo"}]"#).header("Link", "</users2>; rel=\"next\""))
    server.on(.get, "/users2", .json(#"[{"name": "Cy"}]"#))

    #expect(try await names(of: client) == ["Ada", "Bo", "Cy"])
  }

  @Test func `cursors are followed over a real server`() async throws {
    server.on(.get, "/orders", .json(#"{"ids": [1, 2], "next": "x"}"#), .json(#"{"ids": [3]}"#))

    #expect(try await ids(of: client) == [1, 2, 3])
    #expect(server.requests.map(\.target) == ["/orders", "/orders?cursor=x"])
  }
}
