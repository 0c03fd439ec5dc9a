import AbstractHTTP

/// What a round came to.
struct Report {
  static let heading = """
    | round | connections | succeeded | failed | cancelled | requests | descriptors | threads | allocated MB | resident MB |
    |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    """

  let round: Int
  let tally: Tally
  let requests: Int
  let figures: Figures

  var violations: [String] { tally.violations.map { "round \(round): \($0)" } }

  var row: String {
    let counts = [round, tally.calls, tally.succeeded, tally.failed, tally.cancelled, requests]
    return "| " + counts.map(String.init).joined(separator: " | ")
      + " | \(figures.descriptors) | \(figures.threads) | \(figures.allocated) | \(figures.resident) |"
  }
}

/// How calls ended.
struct Tally: Sendable {
  var calls = 0
  var succeeded = 0
  var failed = 0
  var cancelled = 0
  var violations: [String] = []

  mutating func count(_ outcome: Outcome<Response, ConnectionError>) {
    switch outcome {
    case .fulfilled: succeeded += 1
    case .rejected: failed += 1
    case .cancelled: cancelled += 1
    }
  }

  static func + (one: Tally, other: Tally) -> Tally {
    Tally(
      calls: one.calls + other.calls,
      succeeded: one.succeeded + other.succeeded,
      failed: one.failed + other.failed,
      cancelled: one.cancelled + other.cancelled,
      violations: one.violations + other.violations
    )
  }
}
