import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What a connector calls back, and where.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ExchangeEventsTests {
  private let server: LoopbackServer
  private let folder: TemporaryFolder
  private let valve = Valve()

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
    server.on(.get, "/", .text("pong")).on(.get, "/long", .data(Data(repeating: 7, count: 3_000_000)))
  }

  @Test(arguments: TestedEngine.allCases)
  func `progress and the end come on the library's own threads`(engine: TestedEngine) async throws {
    let (places, ended) = (Record<Bool>(), Gate())

    _ = try engine.connector().start(Request(server.url()), progress: { _ in places.add(ThreadPool.shared.isCurrent) })
    {
      _ in
      places.add(ThreadPool.shared.isCurrent)
      ended.open()
    }
    try await ended.wait()

    #expect(places.all.count > 1)
    #expect(places.all.allSatisfy { $0 })
  }

  @Test(arguments: TestedEngine.allCases)
  func `a request that cannot be sent is told on the library's own threads`(engine: TestedEngine) async throws {
    let connector = try engine.connector()
    connector.timeoutInterval = -1
    let (places, ended) = (Record<Bool>(), Gate())

    _ = try connector.start(Request(server.url()), progress: { _ in }) { _ in
      places.add(ThreadPool.shared.isCurrent)
      ended.open()
    }
    try await ended.wait()

    #expect(places.all == [true])
  }

  @Test(arguments: TestedEngine.allCases)
  func `what a callback holds is released outside the exchange's lock`(engine: TestedEngine) async throws {
    defer { valve.open() }
    let (exchanges, released) = (Record<any HTTPExchange>(), Gate())

    func begin() throws -> any HTTPExchange {
      let words = LastWords {
        exchanges.all.first?.suspend()
        released.open()
      }
      return try engine.connector().start(Request(server.url())) { [valve] _ in
        valve.pass()
        _ = words
      } complete: { _ in
      }
    }
    exchanges.add(try begin())
    valve.open()
    try await released.wait()

    #expect(exchanges.all.count == 1)
  }

  @Test(arguments: TestedEngine.allCases)
  func `progress that blocks holds up no other exchange, and comes in order, before the end`(
    engine: TestedEngine
  ) async throws {
    defer { valve.open() }
    let connector = try engine.connector()
    let (heard, ended) = (Record<Int64>(), Gate())
    _ = try connector.start(Request(server.url("/long"))) { [valve] progress in
      valve.pass()
      heard.add(progress.received)
    } complete: { _ in
      heard.add(.max)
      ended.open()
    }
    try await valve.holds(1)

    let other = try await connector.response(to: Request(server.url("/long")))
    let meanwhile = heard.all
    valve.open()
    try await ended.wait()

    #expect(other.data.count == 3_000_000)
    #expect(meanwhile == [])
    #expect(heard.all == heard.all.sorted())
    #expect(heard.all.suffix(2) == [3_000_000, .max])
  }

  @Test(arguments: TestedEngine.allCases, ["/", "/long", "/empty"])
  func `a choice of a file that blocks holds up no other exchange`(engine: TestedEngine, path: String) async throws {
    defer { valve.open() }
    server.on(.get, "/empty", .text(""))
    let connector = try engine.connector()
    var request = try Request(server.url(path))
    request.destination = .choosing { [valve, folder] _ in
      valve.pass()
      return folder.file(ThreadPool.shared.isCurrent ? "on the pool" : "elsewhere")
    }
    let exchange = WatchedExchange(connector, request)
    try await valve.holds(1)

    let other = try await connector.response(to: Request(server.url()))
    let ends = exchange.ends
    valve.open()
    let end = await exchange.end

    let size = ["/": 4, "/long": 3_000_000][path] ?? 0
    #expect(try other.text() == "pong")
    #expect(ends == 0)
    #expect(end == .answered)
    #expect(folder.names == ["on the pool"])
    #expect(try Data(contentsOf: folder.file("on the pool")).count == size)
  }

  @Test(arguments: TestedEngine.allCases)
  func `the time in which a file is chosen is no idle time, and a cancel does not wait for it`(
    engine: TestedEngine
  ) async throws {
    defer { valve.open() }
    server.on(.get, "/silence", .fault(.silence))
    let connector = try engine.connector()
    connector.timeoutInterval = 0.2
    var request = try Request(server.url("/long"))
    request.destination = .choosing { [valve, folder] _ in
      valve.pass()
      return folder.file("a")
    }
    let exchange = WatchedExchange(connector, request)
    try await valve.holds(1)

    for _ in 0..<2 { #expect(await connector.urlError(of: try Request(server.url("/silence"))) == .timedOut) }
    let ends = exchange.ends
    exchange.cancel()
    let end = await exchange.end

    #expect(ends == 0)
    #expect(end == .cancelled)
    #expect(folder.names == [])
  }
}

/// Says something when it is released.
private final class LastWords: Sendable {
  private let say: @Sendable () -> Void

  init(_ say: @escaping @Sendable () -> Void) { self.say = say }

  deinit { say() }
}
