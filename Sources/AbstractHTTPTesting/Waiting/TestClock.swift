/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(2)) }
/// try await clock.waitForSleepers(1)         // it sleeps now
/// clock.advance(by: .seconds(2))             // and wakes
/// clock.waits                                // [.seconds(2)]
/// ```
///
/// If a test only needs to know how long was waited, and not when, use a clock that ends every sleep at once:
///
/// ```swift
/// let clock = TestClock.immediate()
/// let stage = Stage.sending(over: failing).wrapped(in: .retry(RetryPolicy(backoff: .linear(by: .seconds(1))), clock: clock))
/// _ = try? await stage(request)
/// clock.waits                                // [.seconds(1), .seconds(2)]
/// ```
///
/// A sleeper whose task is cancelled wakes with `CancellationError`. Safe from any thread.
public final class TestClock: Clock, Sendable {
  /// A moment on a test clock, counted from its start.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock's start.
    public let offset: Duration

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    /// The time from this moment to another.
    public func duration(to other: Self) -> Duration { other.offset - offset }

    /// Whether a moment comes before another.
    public static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
  }

  private let state: ObservedValue<Sleepers>
  private let isImmediate: Bool

  private init(isImmediate: Bool) {
    state = ObservedValue(Sleepers())
    self.isImmediate = isImmediate
  }

  /// Makes a clock that stands at its start.
  public convenience init() { self.init(isImmediate: false) }

  /// Makes a clock on which every sleep is over at once: it moves to the sleep's end by itself.
  public static func immediate() -> TestClock { TestClock(isImmediate: true) }

  /// The present moment; it changes when the clock is moved.
  public var now: Instant { state.value.now }

  /// The shortest step: any.
  public var minimumResolution: Duration { .zero }

  /// How long each sleep was to last, in the order in which they began; those over, cancelled and under way alike.
  public var waits: [Duration] { state.value.waits }

  /// How many tasks sleep now.
  public var sleeperCount: Int { state.value.sleepers.count }

  /// Sleeps until the clock is moved to a moment, or past it; returns at once where it is there already.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
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

  /// Moves the clock, and wakes whoever was to sleep no longer, the earliest first.
  ///
  /// What they do then is theirs: a sleep that they begin afterwards counts from the moment reached here. Move in steps
  /// where that matters.
  public func advance(by duration: Duration) {
    wake { $0.move(to: max($0.now.advanced(by: duration), $0.now)) }
  }

  /// Moves the clock to the moment at which the next sleeper wakes; does nothing where nobody sleeps.
  public func advanceToNextSleeper() {
    wake { state in
      guard let next = state.sleepers.first else { return [] }
      return state.move(to: next.deadline)
    }
  }

  /// Moves the clock to the moment at which the last of those who sleep now wakes.
  public func run() {
    wake { state in
      guard let last = state.sleepers.last else { return [] }
      return state.move(to: last.deadline)
    }
  }

  /// Lets so many sleeps pass, one after the other, each as soon as it has begun.
  ///
  /// ```swift
  /// let task = Task { for _ in 1...3 { try await clock.sleep(for: .seconds(30)) } }
  /// try await clock.run(sleeps: 3)
  /// ```
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func run(sleeps count: Int) async throws {
    for _ in 0..<count {
      try await waitForSleepers(1)
      advanceToNextSleeper()
    }
  }

  /// Waits until at least so many tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func waitForSleepers(_ count: Int) async throws {
    try await state.wait { $0.sleepers.count >= count }
  }

  private func wake(_ move: (inout Sleepers) -> [Sleeper]) {
    for sleeper in state.update(move) { sleeper.continuation.resume() }
  }
}
