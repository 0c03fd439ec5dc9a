import Foundation
import Synchronization

/// What came of a number of requests.
struct Load {
  /// How many requests were answered in a second.
  let requestsPerSecond: Double
  /// The processor time of this process for one request, in microseconds.
  let cpuMicroseconds: Double

  /// A request was not answered with 1 KB.
  struct Failed: Error {
    let client: String
  }

  /// Sends as many requests as the client asks for, so many at once: each answer sends the next.
  static func run(_ client: Client, atOnce: Int, scale: Double) async throws -> Load {
    let count = max(atOnce, Int(Double(client.requests) * scale))
    let (start, cpu) = (ContinuousClock.now, processorTime())
    let failures = await withCheckedContinuation { continuation in
      let flight = SharedExchange(client, count: count) { continuation.resume(returning: $0) }
      for _ in 0..<atOnce { flight.next() }
    }
    let (time, used) = (ContinuousClock.now - start, processorTime() - cpu)
    guard failures == 0 else { throw Failed(client: client.name) }
    return Load(requestsPerSecond: Double(count) / (time / .seconds(1)), cpuMicroseconds: used * 1e6 / Double(count))
  }

  /// The processor time that this process has used, in seconds.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Requests on their way.
private final class SharedExchange: Sendable {
  private struct Counts {
    var toSend: Int
    var toCome: Int
    var failures = 0
  }

  private let client: Client
  private let counts: Mutex<Counts>
  private let end: @Sendable (_ failures: Int) -> Void

  init(_ client: Client, count: Int, end: @escaping @Sendable (_ failures: Int) -> Void) {
    self.client = client
    self.end = end
    counts = Mutex(Counts(toSend: count, toCome: count))
  }

  func next() {
    let sends = counts.withLock { counts in
      counts.toSend -= 1
      return counts.toSend >= 0
    }
    guard sends else { return }
    client.get { [self] isFine in
      let failures: Int? = counts.withLock { counts in
        counts.toCome -= 1
        if !isFine { counts.failures += 1 }
        return counts.toCome == 0 ? counts.failures : nil
      }
      if let failures { end(failures) } else { next() }
    }
  }
}
