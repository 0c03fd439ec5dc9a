import AbstractHTTP
import Foundation
public import Measuring

/// Prints what a connection's life costs without a network: `Benchmarks Lifecycle`.
public enum LifecycleBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("Lifecycle", options)
    table.heading("A connection's life over a synchronous stub, three listeners, delivery where the work is")
    await table.row(
      "make, start and end",
      times: 20_000,
      aim: .ratio(1.5),
      Contestant("library", library),
      Contestant("by hand", byHand)
    )
    await table.row("the same with three headers and a query", times: 20_000, Contestant("library", libraryWithQuery))
    InFlight.report(isShort: options.isShort)
  }

  /// Makes, starts and ends connections.
  @Sendable public static func library(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    for _ in 0..<times {
      let connection = Connection(GetText()) { consume($0) }
      run(connection, over: connector, watcher)
    }
  }

  /// The same through five middleware.
  @Sendable public static func throughFive(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    let five: [Middleware] = [
      .retry(), .timeout(attempt: .seconds(10), total: .seconds(30)), .concurrencyLimit(64), .circuitBreaker(),
      .basic(user: "ada", password: "pw", for: ["https://api.example.com"]),
    ]
    for _ in 0..<times {
      let connection = Connection(GetText()) { consume($0) }
      for middleware in five { connection.use(middleware) }
      run(connection, over: connector, watcher)
    }
  }

  @Sendable private static func libraryWithQuery(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    for _ in 0..<times {
      let connection = Connection(Search()) { consume($0) }
      run(connection, over: connector, watcher)
    }
  }

  private static func run(_ connection: Connection<String>, over connector: StubConnector, _ watcher: Watcher) {
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    connection.addListener(watcher).addResponseListener(watcher).addErrorListener(watcher)
    consume(connection.start())
  }

  /// Does the same as somebody writes it who has no library.
  @Sendable public static func byHand(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    for _ in 0..<times {
      consume(HandWritten(connector, [watcher], [watcher], [watcher]).start { consume($0) })
    }
  }

  /// Starts and cancels calls, all queued behind one whose end is still being told.
  @Sendable public static func queued(times: Int) async {
    let connection = Connection(GetText())
    connection.httpConnector = StubConnector(pong)
    connection.callbackInMainThread = false
    let last = connection.start().success { [connection] _ in
      var call = connection.start()
      for _ in 1..<times {
        connection.cancel()
        call = connection.start()
      }
      return call
    }
    consume(await last.outcome)
  }

  private static let pong = Response(data: Data("pong".utf8))
}

/// A listener of every kind, which does nothing.
final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {}

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://api.example.com/users/1"
}

private struct Search: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://api.example.com/search"
  let headers = ["Accept": "text/plain", "Accept-Language": "en", "User-Agent": "Benchmark/1.0"]
  var urlQuery: URLQuery? { ["q": "swift & linux", "page": "2"] }
}
