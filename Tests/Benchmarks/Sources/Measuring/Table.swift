/// Measures row by row and prints a table: the first contestant of a row is ours, the second is the one to beat.
public struct Table: Sendable {
  private let scale: Double
  private let rounds: Int
  private let part: String?
  private let isAlone: Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - isShort: Whether a rough idea is enough: fewer operations, fewer rounds.
  ///   - part: What the names of the rows that are measured contain; nil for all rows.
  ///   - isAlone: Whether only the first contestant of each row is measured, for a profiler to watch.
  public init(isShort: Bool, only part: String? = nil, isAlone: Bool = false) {
    scale = isShort ? 0.1 : 1
    rounds = isShort ? 3 : 9
    self.part = part
    self.isAlone = isAlone
  }

  /// Prints a heading and the names of the columns.
  public func heading(_ text: String) {
    print("\n\(text)\n")
    print("| what | CPU ns | allocations | others: CPU ns (allocations) | ratio to the first other |")
    print("|---|---:|---:|---|---:|")
  }

  /// Measures contestants against each other, and prints a line.
  public func row(_ name: String, times: Int, units: Int = 1, _ contestants: Contestant...) async {
    if let part, !name.contains(part) { return }
    let contestants = contestants.filter(\.takesPart).prefix(isAlone ? 1 : .max)
    let times = max(1, Int(Double(times) * scale))
    let results = await measure(Array(contestants), times: times, units: units, rounds: rounds)
    let others = zip(contestants, results).dropFirst()
      .map { "\($0.name) \(digits($1.nanoseconds)) (\(count($1)))" }
      .joined(separator: ", ")
    let ratio = results.count > 1 ? digits(results[0].nanoseconds / results[1].nanoseconds, places: 2) : ""
    print("| \(name) | \(digits(results[0].nanoseconds)) | \(count(results[0])) | \(others) | \(ratio) |")
  }

  private func count(_ measurement: Measurement) -> String { measurement.allocations.map { digits($0) } ?? "?" }

  private func digits(_ value: Double, places: Int? = nil) -> String {
    let places = places ?? (value < 100 ? 1 : 0)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return places == 0 ? String(Int(rounded)) : String(rounded)
  }
}
