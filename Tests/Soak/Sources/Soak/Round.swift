import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A tenth of a soak: servers and stacks of its own, many calls at once, and then rest.
struct Round {
  private let number: Int
  private let seed: Int
  private let inFlight: Int
  private let servers: Servers
  private let stacks = Stacks()
  private let connector: DefaultHTTPConnector

  private init(_ number: Int, _ options: Options) throws {
    (self.number, seed, inFlight) = (number, options.seed, options.inFlight)
    servers = try Servers(seed: seed &+ number)
    connector = DefaultHTTPConnector()
    connector.cookieJar = CookieJar()
    connector.timeoutInterval = 0.5
  }

  /// Runs a round, and counts what the process holds once all that the round made is gone.
  ///
  /// The figures of the first round and of the last are compared: there, idle threads end before the count, which they do
  /// after ten seconds.
  static func report(_ number: Int, _ options: Options) async throws -> Report {
    let (tally, requests) = try await Round(number, options).run(for: .seconds(options.seconds) / Options.rounds)
    return Report(round: number, tally: tally, requests: requests, figures: try await figures(after: number))
  }

  private static func figures(after number: Int) async throws -> Figures {
    if number == 1 || number == Options.rounds { try await Task.sleep(for: .seconds(12)) }
    return .now()
  }

  private func run(for time: Duration) async -> (tally: Tally, requests: Int) {
    let watchdog = Watchdog("round \(number), seed \(seed)", after: time + .seconds(60))
    let end = ContinuousClock.now + time
    var tally = await withTaskGroup(of: Tally.self) { group in
      for slot in 0..<inFlight { group.addTask { await calls(in: slot, until: end) } }
      return await group.reduce(Tally(), +)
    }
    let requests = servers.requestCount
    let held = ConnectionHolder.shared.count
    if held > 0 { tally.violations.append("\(held) connections are held") }
    tally.violations += await Permits(servers.first).violations(of: stacks)
    await rest()
    watchdog.end()
    return (tally, requests)
  }

  /// One call after the other.
  private func calls(in slot: Int, until end: ContinuousClock.Instant) async -> Tally {
    var random = Random(seed, number, slot)
    var tally = Tally()
    while ContinuousClock.now < end {
      let path = servers.paths[Int.random(in: 0..<servers.paths.count, using: &random)]
      let method: HTTPMethod = path == "/text" || path == "/echo" ? [.get, .post][random.oneIn(2) ? 1 : 0] : .get
      let call = Call(servers.url(path, &random), method: method, connector, stacks.random(&random))
      tally = tally + (await call.run(&random))
    }
    return tally
  }

  /// Lets libcurl see that the servers are gone: it looks at idle connections once a second, before it makes another.
  private func rest() async {
    servers.stop()
    guard let server = try? LoopbackServer() else { return }
    server.on(.get, "/", .text("rest").header("Connection", "close"))
    for _ in 0..<2 {
      try? await Task.sleep(for: .milliseconds(1_100))
      _ = await HTTP(server.url()).callbackInMainThread(false).httpConnector(DefaultHTTPConnector()).asString().outcome
    }
    server.stop()
    try? await Task.sleep(for: .milliseconds(100))
  }
}

/// Ends the process if a round does not end.
private final class Watchdog: Sendable {
  private let task: Task<Void, Never>

  init(_ name: String, after limit: Duration) {
    task = Task.detached {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      let text = "\(name): a promise is not settled, \(ConnectionHolder.shared.count) connections are held\n"
      FileHandle.standardError.write(Data(text.utf8))
      exit(1)
    }
  }

  func end() { task.cancel() }
}
