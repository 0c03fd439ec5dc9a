import AbstractHTTP
import Foundation
import Synchronization

/// One connection, what is done to it, and what was heard of it.
struct Call {
  private let connection: Connection<Response>
  private let listener = Counter()
  private let settled = Guarded<[Int]>([])

  init(_ url: String, method: HTTPMethod, _ connector: any HTTPConnector, _ middleware: [Middleware]) {
    connection = Connection(Soaked(url: url, httpMethod: method))
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    connection.use(middleware).addListener(listener)
  }

  /// Runs the call to its end, with some disturbances.
  ///
  /// - Returns: How it ended, and the rules that were broken.
  func run(_ random: inout Random) async -> Tally {
    var promises = [started()]
    for _ in 0..<Int.random(in: 0...2, using: &random) where random.oneIn(4) {
      try? await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &random)))
      promises += await disturb(&random)
    }
    // Whatever was held goes on, and what was interrupted ends.
    connection.resume()
    connection.breakInterruption()
    var tally = Tally(calls: 1)
    for promise in promises { tally.count(await promise.outcome) }
    await rest()
    tally.violations = violations
    return tally
  }

  private func started() -> ConnectionPromise<Response> {
    let promise = connection.start()
    let place = settled.withLock { settled in
      settled.append(0)
      return settled.count - 1
    }
    promise.on(
      success: { [settled] _ in settled.withLock { $0[place] += 1 } },
      failure: { [settled] _, _ in settled.withLock { $0[place] += 1 } }
    )
    return promise
  }

  /// - Returns: The promises of the calls that were begun.
  private func disturb(_ random: inout Random) async -> [ConnectionPromise<Response>] {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: connection.cancel()
    case 1:
      connection.suspend()
      try? await Task.sleep(for: .microseconds(Int.random(in: 0...10_000, using: &random)))
      connection.resume()
    case 2: return [started()]
    case 3:
      connection.interrupt()
      return [started()]
    default: connection.interrupt()
    }
    return []
  }

  /// Waits until the last event has come, which may be after the last promise is settled; for 10 seconds at most.
  private func rest() async {
    for _ in 0..<10_000 where connection.executionId != nil || !violations.isEmpty {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  private var violations: [String] {
    var violations = listener.violations
    let counts = settled.withLock { $0 }
    if counts.contains(where: { $0 != 1 }) { violations.append("promises settled \(counts) times: \(connection)") }
    return violations
  }
}

private struct Soaked: ConnectionSpec {
  typealias ResponseModel = Response
  let url: String
  let httpMethod: HTTPMethod

  func validate(response: Response) -> Bool { response.statusCode < 500 }
}

/// Counts beginnings and ends.
private final class Counter: ConnectionListener {
  private let open = Atomic<Int>(0)
  private let overlaps = Atomic<Int>(0)

  var violations: [String] {
    let (open, overlaps) = (open.load(ordering: .acquiring), overlaps.load(ordering: .acquiring))
    return (open == 0 ? [] : ["onStart without onEnd"]) + (overlaps == 0 ? [] : ["onStart within a call"])
  }

  func onStart(connection: any ConnectionTask, request: Request) {
    if open.add(1, ordering: .acquiringAndReleasing).newValue > 1 { overlaps.add(1, ordering: .releasing) }
  }

  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    // A call that is cancelled before its request is made ends without a beginning.
    open.store(0, ordering: .releasing)
  }
}
