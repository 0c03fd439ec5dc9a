/// Counts calls and retries for each server, and says which retry is within the budget.
final class RetryBudgetCounter: Sendable {
  private let ratio: Double
  private let minimum: Double
  private let slice: Duration
  private let anyClock: AnyClock
  private let present = Present()
  private let table: HostTable<RetryWindow>

  init(_ ratio: Double, _ window: Duration, _ minimum: Int, _ anyClock: AnyClock) {
    self.ratio = ratio > 0 ? min(ratio, 1_000) : 0
    self.minimum = Double(minimum)
    self.anyClock = anyClock
    slice = max(window.clamped, .milliseconds(1)) / RetryWindow.slices
    table = HostTable(RetryWindow()) { [present] in $0.isEmpty(at: present.slice) }
  }

  /// Counts a call.
  func call(to host: String) {
    let slice = tick()
    table.withState(of: host) { $0.call(at: slice) }
  }

  /// Counts a retry, if the budget allows it.
  func retry(to host: String) -> Bool {
    let slice = tick()
    return table.withState(of: host) { window in
      window.retry(at: slice) { calls, retries in Double(retries) < max(minimum, Double(calls) * ratio) }
    }
  }

  /// The number of the slice of time that it is now.
  private func tick() -> Int {
    let slice = Int(min(anyClock.now().clamped / slice, 1e15))
    present.set(slice)
    return slice
  }

  /// The slice of time that was seen last: what a table under its lock takes for the present.
  private final class Present: Sendable {
    private let latest = Locked(0)

    var slice: Int { latest.withLock { $0 } }

    func set(_ slice: Int) { latest.withLock { $0 = max($0, slice) } }
  }
}

/// What happened of late at one server, in slices of time, of which the oldest are forgotten.
struct RetryWindow: Sendable {
  static let slices = 10

  private var counts = [(calls: Int, retries: Int)](repeating: (0, 0), count: slices)
  private var latest = 0

  /// Whether nothing is remembered at that time.
  func isEmpty(at slice: Int) -> Bool { slice - latest >= Self.slices }

  mutating func call(at slice: Int) {
    move(to: slice)
    counts[latest % Self.slices].calls += 1
  }

  /// - Returns: Whether it was allowed, and counted.
  mutating func retry(at slice: Int, if isAllowed: (_ calls: Int, _ retries: Int) -> Bool) -> Bool {
    move(to: slice)
    let (calls, retries) = counts.reduce((0, 0)) { ($0.0 + $1.calls, $0.1 + $1.retries) }
    guard isAllowed(calls, retries) else { return false }
    counts[latest % Self.slices].retries += 1
    return true
  }

  private mutating func move(to slice: Int) {
    guard slice > latest else { return }
    for forgotten in (latest + 1)...max(min(slice, latest + Self.slices), latest + 1) {
      counts[forgotten % Self.slices] = (0, 0)
    }
    latest = slice
  }
}
