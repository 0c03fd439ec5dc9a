import Foundation
import Measuring

/// Counts instructions and allocations, which are the same in every run: a figure beyond its bound is a fault. The bound is
/// the aim, or what is reached so far where that is still away.
///
/// The cost of one operation is the difference between twice as many and as many, over their number: what starts and ends
/// the process falls out. Instructions are counted by valgrind, where there is one.
enum Instructions {
  private static let times = 4_000

  static func report() {
    allocations("A link of a settled chain", of: "settled", atMost: 2.1)
    allocations("A link of a pending chain", of: "pending", atMost: 2.1)
    guard let program = stripped(), let settled = count("settled", program), let pending = count("pending", program),
      let awaited = count("await", program), let task = count("task", program),
      let connection = count("connection", program), let byHand = count("by hand", program),
      let five = count("five", program), let cancel = count("cancel", program), let remove = count("remove", program),
      let queued = count("queued", program)
    else { return print("\nInstructions are not counted: valgrind or strip is missing, or does not run here.") }
    try? FileManager.default.removeItem(at: program)
    note("A link of a settled chain", settled, atMost: 1_300)
    note("A link of a pending chain", pending, atMost: 2_000)
    note("An await of something settled", awaited, next: ("Task", task), aim: 2, atMost: 2)
    note("A connection over a stub", connection, next: ("by hand", byHand), aim: 1.5, atMost: 2.3)
    note("A connection through five middleware", five, aim: 40_000, atMost: 80_000)
    // Among as many as are counted: what grew with their number would be far beyond its bound.
    note("A cancel of one promise among 4,000", cancel, atMost: 8_000)
    note("A token that removes one handler among 4,000", remove, atMost: 11_000)
    note("A call that is queued behind 4,000", queued, atMost: 32_000)
    allocations("A connection through five middleware", of: "five", aim: 50, atMost: 64)
  }

  private static func note(_ row: String, _ count: Int, aim: Int? = nil, atMost limit: Int) {
    var summary = Summary(row: row, ours: "\(count) instructions")
    (summary.aim, summary.isMet, summary.isFault) = ("≤ \(aim ?? limit)", count <= aim ?? limit, count > limit)
    summary.note()
  }

  private static func note(
    _ row: String,
    _ count: Int,
    next peer: (name: String, count: Int),
    aim: Double,
    atMost limit: Double
  ) {
    let ratio = Double(count) / Double(peer.count)
    var summary = Summary(
      row: row,
      ours: "\(count) instructions",
      peer: "\(peer.name) \(peer.count)",
      ratio: String(format: "%.2f", ratio)
    )
    (summary.aim, summary.isMet, summary.isFault) = ("≤ \(aim) ×", ratio <= aim, ratio > limit)
    summary.note()
  }

  private static func allocations(_ row: String, of operation: String, aim: Double? = nil, atMost limit: Double) {
    guard let output = run(Bundle.main.executableURL, ["Instructions", operation, "\(times)"]),
      let twice = run(Bundle.main.executableURL, ["Instructions", operation, "\(2 * times)"]),
      let few = number(after: "allocations:", in: output), let many = number(after: "allocations:", in: twice)
    else { return }
    let count = Double(many - few) / Double(times)
    var summary = Summary(row: row, ours: String(format: "%.2f allocations", count))
    (summary.aim, summary.isMet, summary.isFault) = ("≤ \(aim ?? limit)", count <= aim ?? limit, count > limit)
    summary.note()
  }

  /// The instructions of one operation.
  private static func count(_ operation: String, _ program: URL) -> Int? {
    let counts = [times, 2 * times].compactMap { times in
      run(
        URL(filePath: "/usr/bin/valgrind"),
        ["--tool=callgrind", "--callgrind-out-file=/dev/null", program.path, "Instructions", operation, "\(times)"]
      )
      .flatMap { number(after: "Collected :", in: $0) }
    }
    return counts.count == 2 ? (counts[1] - counts[0]) / times : nil
  }

  /// This program without what describes it to a debugger, which valgrind may not understand.
  private static func stripped() -> URL? {
    guard let program = Bundle.main.executableURL else { return nil }
    let copy = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    let output = run(URL(filePath: "/usr/bin/strip"), ["--strip-debug", "-o", copy.path, program.path])
    return output == nil ? nil : copy
  }

  private static func run(_ program: URL?, _ arguments: [String]) -> String? {
    Command.output(of: program, arguments, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
  }

  private static func number(after label: String, in text: String) -> Int? {
    guard let range = text.range(of: label) else { return nil }
    return Int(text[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
  }
}
