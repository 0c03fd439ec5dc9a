import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RedirectPolicyTests {
  private struct Unwanted: Error {}

  private let server: LoopbackServer
  private let other: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    other = try LoopbackServer()
    server.on(.get, "/there", .text("there")).on(nil, "/echo") { .text("\($0.method) \($0.text)") }
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/away", .redirect(to: other.url("/there")))
    server.on(.get, "/twice", .redirect(to: "/"))
    server.on(.post, "/", .redirect(to: "/echo", status: 307))
    other.on(.get, "/there", .text("other"))
  }

  private func response(_ engine: TestedEngine, _ path: String, _ policy: RedirectPolicy) async throws -> Response {
    let connector = try engine.connector()
    connector.redirectPolicy = policy
    return try await connector.response(to: Request(server.url(path)))
  }

  @Test(arguments: TestedEngine.allCases)
  func `follows none, those within the origin, or all`(engine: TestedEngine) async throws {
    #expect(try await response(engine, "/", .never).statusCode == 302)
    #expect(try await response(engine, "/away", .sameOrigin).statusCode == 302)
    #expect(try await response(engine, "/twice", .sameOrigin).text() == "there")
    #expect(try await response(engine, "/away", .follow).text() == "other")
  }

  @Test(arguments: TestedEngine.allCases)
  func `follows so many`(engine: TestedEngine) async throws {
    #expect(try await response(engine, "/twice", .limit(2)).text() == "there")

    let error = await #expect(throws: URLError.self) { try await response(engine, "/twice", .limit(1)) }

    #expect(error?.code == .httpTooManyRedirects)
    await #expect(throws: TransferRefusal.self) { try await response(engine, "/there", .limit(-1)) }
  }

  @Test func `the short form of the setting keeps a closer policy`() {
    let connector = DefaultHTTPConnector()
    connector.redirectPolicy = .limit(3)

    connector.isRedirectEnabled = true
    #expect(connector.redirectPolicy.limit == 3)

    connector.isRedirectEnabled = false
    #expect(!connector.redirectPolicy.isFollowing)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a closure decides, given the redirect and the request that would follow`(engine: TestedEngine) async throws {
    let seen = Record<String>()
    let followed = try await response(
      engine,
      "/away",
      .deciding { response, next in
        seen.add("\(response.statusCode) \(response.url?.path ?? "") \(next.url.path)")
        return .follow
      }
    )
    let stopped = try await response(engine, "/away", .deciding { _, _ in .stop })

    #expect(seen.all == ["302 /away /there"])
    #expect(try followed.text() == "other")
    #expect(stopped.statusCode == 302)
    #expect(stopped.url?.path == "/away")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a closure fails the request, by its decision or by throwing`(engine: TestedEngine) async throws {
    let policies: [RedirectPolicy] = [.deciding { _, _ in .fail(Unwanted()) }, .deciding { _, _ in throw Unwanted() }]

    for policy in policies {
      await #expect(throws: Unwanted.self) { try await response(engine, "/", policy) }
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `a closure sends another request, with the body or with another`(engine: TestedEngine) async throws {
    let connector = try engine.connector()
    let request = try Request(server.url(), httpMethod: .post, body: "body")

    connector.redirectPolicy = .deciding { _, next in
      var next = next
      next.httpMethod = .put
      return .send(next)
    }
    #expect(try await connector.response(to: request).text() == "PUT body")

    connector.redirectPolicy = .deciding { _, next in
      var next = next
      next.body = RequestBody(Data("other".utf8))
      return .send(next)
    }
    #expect(try await connector.response(to: request).text() == "POST other")
  }

  @Test(arguments: TestedEngine.allCases)
  func `the options of another request apply to it, and so do those of the first`(engine: TestedEngine) async throws {
    server.on(.get, "/long", .data(Data(count: 2_000)))
    let (connector, long) = (try engine.connector(), server.url("/long"))
    connector.redirectPolicy = .deciding { _, next in
      var next = try Request(long)
      next.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 1_000)
      return .send(next)
    }
    var limited = try Request(server.url())

    #expect(await connector.urlError(of: limited) == .dataLengthExceedsMaximum)

    connector.redirectPolicy = .deciding { _, _ in .send(try Request(long)) }
    #expect(try await connector.response(to: limited).data.count == 2_000)

    limited.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 1_000)
    #expect(await connector.urlError(of: limited) == .dataLengthExceedsMaximum)
  }

  @Test func `another request that the connector can't serve is refused`() async throws {
    struct Unknown: RequestOption {}
    let connector = DefaultHTTPConnector()
    let url = server.url()
    connector.redirectPolicy = .deciding { _, _ in
      var next = try Request(url)
      next.options[Unknown.self] = Unknown()
      return .send(next)
    }

    let error = await #expect(throws: TransferRefusal.self) { try await connector.response(to: Request(url)) }

    #expect(error == .unsupported("Unknown", by: "DefaultHTTPConnector"))
    #expect(server.requestCount == 1)
  }

  #if os(Linux)
    @Test func `another request takes another way if its options say so`() async throws {
      let path = "/tmp/abstracthttp-\(UUID().uuidString.prefix(8))"
      defer { unlink(path) }
      let raw = try ScriptedServer(at: path) { connection in connection.answer { _ in "socket" } }
      let connector = try TestedEngine.libcurl.connector()
      connector.redirectPolicy = .deciding { _, next in
        var next = next
        next.options[UnixSocket.self] = UnixSocket(path)
        return .send(next)
      }

      #expect(try await connector.response(to: Request(server.url())).text() == "socket")
      withExtendedLifetime(raw) {}
    }
  #endif

  @Test(arguments: TestedEngine.allCases)
  func `a decision without end ends in the limit`(engine: TestedEngine) async throws {
    let url = server.url()

    let error = await #expect(throws: URLError.self) {
      try await response(engine, "/", .deciding { _, _ in .send(try Request(url)) })
    }

    #expect(error?.code == .httpTooManyRedirects)
    #expect(server.requestCount == 21)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a cancel does not wait for the decision, and cancels its task`(engine: TestedEngine) async throws {
    let (begun, hold, cancelled) = (Gate(), Gate(), Gate())
    let connector = try engine.connector()
    connector.redirectPolicy = .deciding { _, _ in
      begun.open()
      await withTaskCancellationHandler {
        // A decision that takes no notice of the cancel.
        await Task.detached { try? await hold.wait() }.value
      } onCancel: {
        cancelled.open()
      }
      return .follow
    }
    let exchange = WatchedExchange(connector, try Request(server.url()))

    try await begun.wait()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
    try await cancelled.wait()
    hold.open()
    #expect(server.requestCount == 1)
  }
}
