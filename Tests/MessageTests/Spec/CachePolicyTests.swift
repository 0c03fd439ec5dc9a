import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cache policy of a single request, in the cache.
struct CachePolicyTests {
  private let connector = StubConnector { request in
    Response(headers: ["Cache-Control": "max-age=60", "ETag": "\"1\"", "Date": HTTPDateText.longAgo])
  }
  private let stage: Stage<Request, Response>

  init() { stage = .sending(over: connector).wrapped(in: .cache(MemoryCache(), now: { HTTPDateText.now })) }

  private func get(_ policy: URLRequest.CachePolicy?, cacheControl: String? = nil) async throws -> Response {
    var request = Request(url: .of("https://h.test/"))
    request.cachePolicy = policy
    if let cacheControl { request.headers["Cache-Control"] = cacheControl }
    return try await stage(request)
  }

  @Test func `a stored response that isn't fresh is given where the policy allows it`() async throws {
    _ = try await get(nil)

    let old = try await get(.returnCacheDataElseLoad)
    let offline = try await get(.returnCacheDataDontLoad)

    #expect(old.source != .network)
    #expect(offline.source != .network)
    #expect(connector.requestCount == 1)
  }

  @Test func `without a stored response, no server is asked where the policy forbids it`() async throws {
    let response = try await get(.returnCacheDataDontLoad)

    #expect(response.statusCode == 504)
    #expect(connector.requestCount == 0)
  }

  @Test func `a policy that reloads asks the server, unless a header says otherwise`() async throws {
    _ = try await get(nil)

    _ = try await get(.reloadIgnoringLocalCacheData)
    _ = try await get(.reloadIgnoringLocalCacheData, cacheControl: "max-stale")

    #expect(connector.requests.map { $0.headers.contains("If-None-Match") } == [false, true])
  }
}

private enum HTTPDateText {
  static let longAgo = "Sun, 06 Nov 1994 08:49:37 GMT"
  /// An hour later.
  static let now = Date(timeIntervalSince1970: 784_111_777 + 3_600)
}
