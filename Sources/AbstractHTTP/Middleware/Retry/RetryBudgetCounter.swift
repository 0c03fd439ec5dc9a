/// Counts calls and retries for each server, and decides which retry is within the budget.
final class RetryBudgetCounter: Sendable {
  private let ratio: Double
  private let minimum: Double
  private let window: Duration
  private let anyClock: AnyClock
  private let present = Present()
  private let table: HostTable<SlidingWindowCounter>

  init(_ ratio: Double, _ window: Duration, _ minimum: Int, _ anyClock: AnyClock) {
    self.ratio = ratio > 0 ? min(ratio, 1_000) : 0
    self.minimum = Double(minimum)
    self.anyClock = anyClock
    self.window = max(window.clamped, .milliseconds(1))
    table = HostTable(SlidingWindowCounter()) { [present] in $0.isEmpty(at: present.slice) }
  }

  /// Counts a call.
  func call(to host: String) {
    let slice = tick()
    table.withState(of: host) { $0.add(calls: 1, at: slice) }
  }

  /// Counts a retry, if the budget allows it.
  func retry(to host: String) -> Bool {
    let slice = tick()
    return table.withState(of: host) { window in
      window.advance(to: slice)
      guard Double(window.total.marks) < max(minimum, Double(window.total.calls) * ratio) else { return false }
      window.add(marks: 1, at: slice)
      return true
    }
  }

  /// Returns the number of the current time slice.
  private func tick() -> Int {
    let slice = SlidingWindowCounter.slice(at: anyClock.now().clamped, window: window)
    present.set(slice)
    return slice
  }

  /// The most recent time slice, which a table under its lock uses as the present.
  private final class Present: Sendable {
    private let latest = Locked(0)

    var slice: Int { latest.withLock { $0 } }

    func set(_ slice: Int) { latest.withLock { $0 = max($0, slice) } }
  }
}
