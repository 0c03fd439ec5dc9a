import CMemory
import Foundation

/// What the process holds.
struct Figures {
  /// Memory and threads may differ so much from the first round.
  static let tolerance = 0.05
  // NB: each thread has a cache of free memory that counts as allocated.
  private static let (slackThreads, slackMemory) = (4, 1.0)
  // NB: the allocator keeps free memory between what is not: that settles after some rounds, never to the megabyte.
  private static let slackResident = 8.0

  let descriptors: Int
  let threads: Int
  /// What is allocated and not freed, in MB; zero where the allocator does not tell.
  let allocated: Double
  /// What the process occupies, in MB: with the memory that the allocator keeps.
  let resident: Double

  static func now() -> Figures {
    memory_trim()
    return Figures(
      descriptors: count(of: "/proc/self/fd"),
      threads: count(of: "/proc/self/task"),
      allocated: (Double(memory_allocated()) / 100_000).rounded() / 10,
      resident: residentMegabytes()
    )
  }

  /// Compares the last round with the first; what the process occupies, with the round in the middle.
  static func violations(from reports: [Report]) -> [String] {
    guard let first = reports.first?.figures, let last = reports.last?.figures else { return [] }
    var violations: [String] = []
    if last.descriptors > first.descriptors {
      violations.append("descriptors: \(first.descriptors) after the first round, \(last.descriptors) at the end")
    }
    if Double(last.threads) > Double(first.threads) * (1 + tolerance) + Double(slackThreads) {
      violations.append("threads: \(first.threads) after the first round, \(last.threads) at the end")
    }
    guard isMemorySteady else { return violations }
    if last.allocated > first.allocated * (1 + tolerance) + slackMemory {
      violations.append("allocated: \(first.allocated) MB after the first round, \(last.allocated) MB at the end")
    }
    let middle = reports[reports.count / 2].figures
    if last.resident > middle.resident * (1 + tolerance) + slackResident {
      violations.append("resident: \(middle.resident) MB halfway, \(last.resident) MB at the end")
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
