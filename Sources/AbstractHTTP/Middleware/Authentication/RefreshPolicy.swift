public import Foundation

/// When and how often credentials are refreshed.
public struct RefreshPolicy: Sendable {
  /// The maximum number of refreshes in a ``window``. Defaults to 5, as in Alamofire.
  public var limit = 5

  /// The time in which refreshes are counted. Defaults to 30 s, as in Alamofire.
  public var window = Duration.seconds(30)

  /// How long before its expiry a credential is refreshed. Defaults to a minute, and is never more than half of the
  /// credential's lifetime, so that a short-lived one isn't refreshed for every request.
  public var leeway = Duration.seconds(60)

  /// The clock that measures the window. Defaults to the continuous clock.
  public var clock: any Clock<Duration>

  /// Returns the time of day, to compare with the expiry of credentials.
  public var now: @Sendable () -> Date

  /// Creates a policy. You can set its other properties afterwards.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the window. Defaults to the continuous clock.
  ///   - now: Returns the time of day. Defaults to the system's.
  public init(clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }) {
    self.clock = clock
    self.now = now
  }
}
