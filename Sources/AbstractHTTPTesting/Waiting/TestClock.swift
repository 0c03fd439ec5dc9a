/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(2)) }
/// try await clock.waitForSleepers(1)         // it sleeps now
/// clock.advance(by: .seconds(2))             // and wakes
/// clock.waits                                // [.seconds(2)]
/// ```
///
/// If a test only needs the durations of waits, and not their timing, use a clock that ends every sleep at once:
///
/// ```swift
/// let clock = TestClock.immediate()
/// let stage = Stage.sending(over: failing).wrapped(in: .retry(RetryPolicy(backoff: .linear(by: .seconds(1))), clock: clock))
/// _ = try? await stage(request)
/// clock.waits                                // [.seconds(1), .seconds(2)]
/// ```
///
/// A sleeper whose task is cancelled wakes with `CancellationError`. All members may be used from any thread.
public final class TestClock: Clock, Sendable {
  /// A moment on a test clock, counted from its start.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock's start.
    public let offset: Duration

    /// Returns the moment after a duration.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    /// Returns the duration from this moment to another.
    public func duration(to other: Self) -> Duration { other.offset - offset }

    /// Whether a moment precedes another.
    public static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
  }

  private let state: ObservedValue<Sleepers>
  private let isImmediate: Bool

  private init(isImmediate: Bool) {
    state = ObservedValue(Sleepers())
    self.isImmediate = isImmediate
  }

  /// Creates a clock at its start.
  public convenience init() { self.init(isImmediate: false) }

  /// Creates a clock that ends every sleep at once, by advancing to its deadline.
  public static func immediate() -> TestClock { TestClock(isImmediate: true) }

  /// The current moment, which changes when the clock is advanced.
  public var now: Instant { state.value.now }

  /// The minimum resolution, which is zero.
  public var minimumResolution: Duration { .zero }

  /// The duration of each sleep, in the order in which they started, whether they are over, cancelled, or in progress.
  public var waits: [Duration] { state.value.waits }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.value.sleepers.count }

  /// Sleeps until the clock has been advanced to a moment, or past it. Returns at once if it is already there.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = state.update { $0.begin(until: deadline) }
    if isImmediate {
      try Task.checkCancellation()
      wake { $0.move(to: max(deadline, $0.now)) }
      return
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.update { state in
          state.enter(Sleeper(ticket: ticket, deadline: deadline, continuation: continuation))
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.update { $0.leave(ticket) }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock and resumes expired sleepers in deadline order.
  ///
  /// Sleeps that they start afterwards count from the new time. If that matters, advance in steps.
  public func advance(by duration: Duration) {
    wake { $0.move(to: max($0.now.advanced(by: duration), $0.now)) }
  }

  /// Advances the clock to the deadline of the next sleeper. Does nothing without sleepers.
  public func advanceToNextSleeper() {
    wake { state in
      guard let next = state.sleepers.first else { return [] }
      return state.move(to: next.deadline)
    }
  }

  /// Advances the clock to the deadline of the last current sleeper.
  public func run() {
    wake { state in
      guard let last = state.sleepers.last else { return [] }
      return state.move(to: last.deadline)
    }
  }

  /// Ends a number of sleeps, one after the other, each as soon as it has started.
  ///
  /// ```swift
  /// let task = Task { for _ in 1...3 { try await clock.sleep(for: .seconds(30)) } }
  /// try await clock.run(sleeps: 3)
  /// ```
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func run(sleeps count: Int) async throws {
    for _ in 0..<count {
      try await waitForSleepers(1)
      advanceToNextSleeper()
    }
  }

  /// Waits until at least a number of tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func waitForSleepers(_ count: Int) async throws {
    try await state.wait { $0.sleepers.count >= count }
  }

  private func wake(_ move: (inout Sleepers) -> [Sleeper]) {
    for sleeper in state.update(move) { sleeper.continuation.resume() }
  }
}
