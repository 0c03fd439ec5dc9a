@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct CancellingTests {
  @Test(arguments: TestedEngine.allCases)
  func `ends an exchange in flight`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    let exchange = try WatchedExchange(engine.connector(), Request(server.url()))

    try await server.waitForRequests(1)
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
  }

  @Test(arguments: TestedEngine.allCases)
  func `ends an exchange between two hops`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/there", .fault(.silence))
    let exchange = try WatchedExchange(engine.connector(), Request(server.url()))

    try await server.waitForRequests(2)
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
  }

  @Test(arguments: TestedEngine.allCases)
  func `ends an exchange that has only just begun`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(.silence))
    let exchange = try WatchedExchange(engine.connector(), Request(server.url()))

    exchange.cancel()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
    #expect(exchange.ends == 1)
  }

  @Test(arguments: TestedEngine.allCases)
  func `does nothing after the end`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("hello"))
    let connector = try engine.connector()
    let exchange = try WatchedExchange(connector, Request(server.url()))

    #expect(await exchange.end == .answered)
    exchange.cancel()
    exchange.suspend()
    exchange.resume()
    _ = try await connector.response(to: Request(server.url()))

    #expect(exchange.ends == 1)
  }

  @Test(arguments: TestedEngine.allCases)
  func `ends all of a connector's exchanges, and nobody else's`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .text("hello").held(at: gate))
    let (connector, other) = (try engine.connector(), try engine.connector())
    let request = try Request(server.url())
    let exchanges = (0..<5).map { _ in WatchedExchange(connector, request) }
    let bystander = WatchedExchange(other, request)

    try await server.waitForRequests(6)
    connector.cancel()
    for exchange in exchanges { #expect(await exchange.end == .cancelled) }
    gate.open()

    #expect(await bystander.end == .answered)
    #expect(try await connector.response(to: request).text() == "hello")
  }

  @Test(arguments: TestedEngine.allCases)
  func `ends each exchange exactly once, whenever the cancel comes`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/plain", .text("hello"))
    server.on(.get, "/hop", .redirect(to: "/plain"))
    server.on(.get, "/chunked", .chunked(["one", "two", "three"]))
    let connector = try engine.connector()
    var random = Generator(7)
    let paths = ["/plain", "/hop"] + (TestedEngine.robust.contains(engine) ? ["/chunked"] : [])

    for _ in 0..<20 {
      let exchanges = try (0..<20).map { try WatchedExchange(connector, Request(server.url(paths[$0 % paths.count]))) }
      for exchange in exchanges.shuffled(using: &random) {
        for _ in 0..<Int.random(in: 0..<8, using: &random) { await Task.yield() }
        exchange.cancel()
      }
      for exchange in exchanges { _ = await exchange.end }
      _ = try await connector.response(to: Request(server.url("/plain")))
      #expect(exchanges.allSatisfy { $0.ends == 1 })
    }
  }

  #if os(Linux)
    @Test func `lets go of the exchange and its connector`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("hello"))
      weak var released: DefaultHTTPConnector?
      weak var exchange: WatchedExchange?

      do {
        let connector = try TestedEngine.libcurl.connector()
        released = connector
        let watched = try WatchedExchange(connector, Request(server.url()))
        exchange = watched
        #expect(await watched.end == .answered)
        // The loop lets go of a transfer after it has called back, and before it takes up another.
        _ = try await TestedEngine.libcurl.connector().response(to: Request(server.url()))
      }

      #expect(released == nil)
      #expect(exchange == nil)
    }
  #endif
}

/// An exchange whose ends are counted.
final class WatchedExchange: Sendable {
  enum End: Sendable, Equatable { case answered, cancelled, failed(URLError.Code?) }

  private struct State {
    var exchange: (any HTTPExchange)?
    var end: End?
    var ends = 0
    var waiter: CheckedContinuation<End, Never>?
  }

  private let state = Locked(State())

  init(
    _ connector: any HTTPConnector,
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) {
    let exchange = connector.start(request, progress: progress) { result in self.note(result) }
    state.withLock { $0.exchange = exchange }
  }

  var ends: Int { state.withLock { $0.ends } }

  /// How it ended, as soon as it has; to be asked for by one task.
  var end: End {
    get async {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiter = continuation }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    }
  }

  func cancel() { state.withLock { $0.exchange }?.cancel() }
  func suspend() { state.withLock { $0.exchange }?.suspend() }
  func resume() { state.withLock { $0.exchange }?.resume() }

  private func note(_ result: Result<Response, any Error>) {
    let end: End =
      switch result {
      case .success: .answered
      case .failure(URLError.cancelled): .cancelled
      case .failure(let error): .failed((error as? URLError)?.code)
      }
    let waiter = state.withLock { state in
      state.ends += 1
      state.end = state.end ?? end
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: end)
  }
}
