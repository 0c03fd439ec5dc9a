import Foundation

/// What this process uses.
enum Memory {
  /// The memory in use, in MB.
  static func resident() -> Double { status("VmRSS") ?? highest() }

  /// The most memory in use so far, in MB.
  // NB: not `ru_maxrss` on Linux: it is handed on by whoever started this program in its own place, as `swift run` does.
  static func peak() -> Double { status("VmHWM") ?? highest() }

  /// Forgets the peak, where the system can.
  static func forgetPeak() {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    file.write(Data("5".utf8))
    try? file.close()
  }

  /// The processor time used, in seconds.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func status(_ name: String) -> Double? {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 * 1_024 / 1e6 }
  }

  /// The most memory in use so far, as Apple's systems count it: in bytes. There it cannot be forgotten.
  private static func highest() -> Double {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1e6
    #else
      return .infinity
    #endif
  }
}
