public import Foundation

/// When credentials are renewed, and how often.
public struct RefreshPolicy: Sendable {
  /// How many refreshes there may be in a ``window``: 5 by default, as in Alamofire.
  public var limit = 5

  /// How long a refresh counts: 30 s by default, as in Alamofire.
  public var window = Duration.seconds(30)

  /// How long before its end a credential is renewed: a minute by default; never more than half of its life, lest a
  /// short-lived one be renewed for every request.
  public var leeway = Duration.seconds(60)

  /// Measures the window; the continuous clock by default.
  public var clock: any Clock<Duration>

  /// The time of day, which a credential's end is compared with.
  public var now: @Sendable () -> Date

  /// Makes a policy. What it is not given here can be set afterwards.
  public init(clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }) {
    self.clock = clock
    self.now = now
  }
}
