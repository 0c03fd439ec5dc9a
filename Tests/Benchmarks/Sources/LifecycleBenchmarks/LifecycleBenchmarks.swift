import AbstractHTTP
import Foundation
import Measuring

/// Prints what a connection's life costs without a network: `swift run -c release LifecycleBenchmarks [--short]`.
@main
struct LifecycleBenchmarks {
  static func main() async {
    let isShort = CommandLine.arguments.contains("--short")
    let table = Table(isShort: isShort)
    table.heading("A connection's life over a synchronous stub, three listeners, delivery where the work is")
    await table.row("make, start and end", times: 20_000, Contestant("library", library), Contestant("by hand", byHand))
    await table.row("the same with three headers and a query", times: 20_000, Contestant("library", libraryWithQuery))
    InFlight.report(isShort: isShort)
  }

  @Sendable private static func library(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    for _ in 0..<times {
      let connection = Connection(GetText()) { consume($0) }
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

  @Sendable private static func byHand(times: Int) async {
    let connector = StubConnector(pong)
    let watcher = Watcher()
    for _ in 0..<times {
      consume(HandWritten(connector, [watcher], [watcher], [watcher]).start { consume($0) })
    }
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
