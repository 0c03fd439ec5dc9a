import AbstractHTTP
import Foundation
import Measuring

#if canImport(Glibc)
  import Glibc
#endif

/// What connections in flight weigh, and what cancelling them all costs.
enum InFlight {
  static func report(isShort: Bool) {
    print("\nConnections in flight over a stub that never answers\n")
    print("| connections | bytes each | cancelAll: CPU ns each |")
    print("|---:|---:|---:|")
    for count in isShort ? [1_000, 10_000] : [1_000, 10_000, 100_000] { report(count) }
  }

  private static func report(_ count: Int) {
    let connector = StubConnector.neverAnswering
    let holder = ConnectionHolder()
    let before = residentBytes()
    for _ in 0..<count {
      let connection = Connection(GetText())
      connection.httpConnector = connector
      connection.callbackInMainThread = false
      connection.holder = holder
      connection.start()
    }
    let bytes = residentBytes() - before
    let start = processorNanoseconds()
    holder.cancelAll()
    let nanoseconds = processorNanoseconds() - start
    print("| \(count) | \(bytes / count) | \(nanoseconds / count) |")
  }

  /// The resident memory of this process; 0 where there is no `/proc`.
  private static func residentBytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }

  private static func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
