import CMemory
import Foundation

/// What the process holds.
struct Figures {
  /// Memory and threads may differ so much from the first round.
  static let tolerance = 0.05
  // NB: the allocator and Dispatch keep some of what is free, and decide by themselves when to give it back.
  private static let (slackThreads, slackMemory) = (4, 4.0)

  let descriptors: Int
  let threads: Int
  /// The resident memory, in MB.
  let memory: Double

  static func now() -> Figures {
    memory_trim()
    return Figures(
      descriptors: count(of: "/proc/self/fd"),
      threads: count(of: "/proc/self/task"),
      memory: residentMegabytes()
    )
  }

  /// Compares the last round with the first.
  static func violations(from reports: [Report]) -> [String] {
    guard let first = reports.first?.figures, let last = reports.last?.figures else { return [] }
    var violations: [String] = []
    if last.descriptors > first.descriptors {
      violations.append("descriptors: \(first.descriptors) after the first round, \(last.descriptors) at the end")
    }
    if Double(last.threads) > Double(first.threads) * (1 + tolerance) + Double(slackThreads) {
      violations.append("threads: \(first.threads) after the first round, \(last.threads) at the end")
    }
    if isMemorySteady, last.memory > first.memory * (1 + tolerance) + slackMemory {
      violations.append("memory: \(first.memory) MB after the first round, \(last.memory) MB at the end")
    }
    return violations
  }

  /// The thread sanitizer remembers what it has seen, and its memory grows with that.
  private static var isMemorySteady: Bool {
    #if THREAD_SANITIZED
      false
    #else
      true
    #endif
  }

  private static func count(of folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private static func residentMegabytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    let kilobytes = Double(line.filter(\.isNumber)) ?? 0
    return (kilobytes / 102.4).rounded() / 10
  }
}
