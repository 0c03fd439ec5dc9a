/// Limits how many requests to a server may be retried, so that retries don't overload a failing server.
///
/// In any ten seconds, a fifth of the calls may be retried, and at least ten: a client that sends few requests can
/// retry them all, and an outage raises the load by a fifth at most. (The budget of Finagle and of tower; 20 % in 10 s
/// are Finagle's numbers.)
///
/// ```swift
/// RetryPolicy(budget: RetryBudget(ratio: 0.1))
/// RetryPolicy(budget: nil)                     // retries whatever the limit allows
/// ```
///
/// It is counted for each host and port. All users of the same budget with the continuous clock share it: every
/// connection with the default policy shares ``shared``. With another clock, as in a test, the connections that use the
/// same middleware share it.
public struct RetryBudget: Sendable {
  /// The default budget of all policies.
  public static let shared = RetryBudget()

  /// The fraction of calls that may be retried. Defaults to 0.2. Negative values count as zero.
  public let ratio: Double
  /// How long a call or a retry counts. Defaults to 10 s.
  public let window: Duration
  /// The number of retries in a window that is always allowed. Defaults to 10.
  public let minimum: Int

  let counter: RetryBudgetCounter

  /// Creates a budget, with a separate count.
  ///
  /// - Parameters:
  ///   - ratio: The fraction of calls that may be retried. Defaults to 0.2.
  ///   - window: How long a call or a retry counts. Defaults to 10 s.
  ///   - minimum: The number of retries in a window that is always allowed. Defaults to 10.
  public init(ratio: Double = 0.2, window: Duration = .seconds(10), minimum: Int = 10) {
    self.ratio = ratio
    self.window = window
    self.minimum = minimum
    counter = RetryBudgetCounter(ratio, window, minimum, AnyClock(ContinuousClock()))
  }

  /// Returns the counter to use with a clock.
  func counter(on clock: any Clock<Duration>, _ anyClock: AnyClock) -> RetryBudgetCounter {
    clock is ContinuousClock ? counter : RetryBudgetCounter(ratio, window, minimum, anyClock)
  }
}
