import AbstractHTTP
import Foundation
import Measuring

/// What each middleware adds to an exchange over a stub that answers at once, being installed as for every run of a connection.
enum Idle {
  static func report(_ middleware: [(name: String, middleware: Middleware)], isShort: Bool) async {
    let doingNothing = Middleware("nothing") { $0 }
    let stacks =
      [("", []), ("one that does nothing", [doingNothing])]
      + middleware.map { ($0.name, [$0.middleware]) } + [("all of them", middleware.map(\.middleware))]
    let times = isShort ? 5_000 : 50_000
    let results = await measure(stacks.map { contestant($0.1) }, times: times, rounds: isShort ? 3 : 9)

    print("\nInstalled and idle, over a stub that answers at once\n")
    print("| middleware | CPU ns | allocations |")
    print("|---|---:|---:|")
    for (stack, result) in zip(stacks, results).dropFirst() {
      let count = Double(stack.1.count)
      let nanoseconds = (result.nanoseconds - results[0].nanoseconds) / count
      let allocations = ((result.allocations ?? .nan) - (results[0].allocations ?? .nan)) / count
      let name = stack.0 + (count > 1 ? ", each" : "")
      note(name, nanoseconds)
      print("| \(name) | \(Int(nanoseconds.rounded())) | \((allocations * 10).rounded() / 10) |")
    }
  }

  /// What each may cost, in nanoseconds, if it isn't what most may; none for what needs a task, a timer or a record.
  private static let limits: [String: Double?] = [
    "cache": 4_000, "log, to nobody": 1_000, "timeout, attempt and total": nil, "hedge": nil, "record": nil,
    "all of them, each": nil,
  ]

  private static func note(_ name: String, _ nanoseconds: Double) {
    var summary = Summary(row: "Idle: \(name)", ours: "\(Int(nanoseconds.rounded())) ns")
    if let limit = limits[name] ?? 500 {
      summary.aim = "≤ \(limit / 1000) µs"
      summary.isMet = nanoseconds <= limit
    }
    summary.note()
  }

  private static func contestant(_ middleware: [Middleware]) -> Contestant {
    let connector = Immediate()
    guard let url = URL(string: "https://api.example.com/users/1") else { return Contestant("") { _ in } }
    let request = Request(
      url: url,
      headers: ["Accept": "application/json", "Accept-Language": "en", "User-Agent": "Benchmark/1.0"]
    )
    return Contestant("") { times in
      for _ in 0..<times {
        let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: middleware))
        consume(try? pipeline.runSynchronously(request))
      }
    }
  }
}

/// Answers before `start` returns.
private final class Immediate: HTTPConnector {
  private final class Ended: HTTPExchange {
    func cancel() {}
  }

  private let ended = Ended()

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(Response(), nil)
  }

  func cancel() {}

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    complete(.success(Response()))
    return ended
  }
}
