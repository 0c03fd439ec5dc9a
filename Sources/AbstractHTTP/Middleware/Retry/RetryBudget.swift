/// How many requests to one server may be retried, so that retries do not add to the load of a server that is down.
///
/// In any ten seconds that is every fifth call, and at least ten: whoever sends few requests may retry them all, and an outage
/// raises the load by a fifth at most. (The budget of Finagle and of tower; 20 % over 10 s are Finagle's numbers.)
///
/// ```swift
/// RetryPolicy(budget: RetryBudget(ratio: 0.1))
/// RetryPolicy(budget: nil)                     // retries whatever the limit allows
/// ```
///
/// It is counted for every host and port by itself. All who use the same budget on the continuous clock share it: every
/// connection with the default policy shares ``shared``. On another clock, as in a test, those share it who use the same
/// middleware.
public struct RetryBudget: Sendable {
  /// The budget of every policy that is not given one of its own.
  public static let shared = RetryBudget()

  /// What part of the calls may be retried: 0.2 by default. Below zero is zero.
  public let ratio: Double
  /// For how long a call or a retry counts: 10 s by default.
  public let window: Duration
  /// How many retries there may be in a window in any case: 10 by default.
  public let minimum: Int

  let counter: RetryBudgetCounter

  /// Makes a budget, with its own count.
  public init(ratio: Double = 0.2, window: Duration = .seconds(10), minimum: Int = 10) {
    self.ratio = ratio
    self.window = window
    self.minimum = minimum
    counter = RetryBudgetCounter(ratio, window, minimum, AnyClock(ContinuousClock()))
  }

  /// The count to use with a clock.
  func counter(on clock: any Clock<Duration>, _ anyClock: AnyClock) -> RetryBudgetCounter {
    clock is ContinuousClock ? counter : RetryBudgetCounter(ratio, window, minimum, anyClock)
  }
}
