extension Waterfall {
  /// The minimum share of a transfer that a phase must take to be drawn.
  private static let leastShare = 0.01

  /// Draws the phases of a transfer below its attempt. Very short phases are left out.
  mutating func addPhases(_ metrics: TransferMetrics, of attempt: Int, at end: Duration) {
    let begin = rows.first { $0.attempt == attempt }?.start ?? .zero
    var time = max(end - metrics.total, begin)
    for (name, duration) in metrics.phases {
      defer { time += duration }
      guard duration > .zero, duration >= metrics.total * Self.leastShare else { continue }
      let words = ([duration.brief] + metrics.details(of: name)).joined(separator: ", ")
      insert(Row(label: "  \(name)", attempt: attempt, start: time, end: time + duration, mark: "▒", words: words))
    }
  }

  /// Adds a row below those of its attempt.
  mutating func insert(_ row: Row) {
    let above = rows.lastIndex { $0.attempt == row.attempt && $0.label != "suspended" }
    rows.insert(row, at: above.map { $0 + 1 } ?? rows.count)
  }
}

extension TransferMetrics {
  /// Returns the details of a phase besides its duration.
  fileprivate func details(of phase: String) -> [String] {
    switch phase {
    case "connect": remote.map { [$0] } ?? []
    case "tls": tlsVersion.map { [$0] } ?? []
    case "wait": isReused == true ? ["reused connection"] : []
    case "receive": received.map { ["\($0.body) bytes"] } ?? []
    default: []
    }
  }
}
