/// How long a request may take before another is sent beside it.
///
/// ```swift
/// connection.use(.hedge(after: .milliseconds(300)))
/// connection.use(.hedge(after: .percentile(0.95)))
/// ```
public struct HedgeDelay: Sendable, Hashable {
  /// The delay where too little is known of the server, or always.
  let fixed: Duration
  /// The part of requests that are to have been faster than the delay, 0 to 1.
  let percentile: Double?

  /// Always the same delay.
  public static func fixed(_ duration: Duration) -> Self { Self(fixed: duration.clamped, percentile: nil) }

  /// So many seconds.
  public static func seconds(_ seconds: Double) -> Self {
    fixed(.seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 31_536_000)))
  }

  /// So many milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Self {
    fixed(.milliseconds(min(max(milliseconds, 0), 31_536_000_000)))
  }

  /// As long as that part of the requests to the server take at most: with 0.95, one in twenty is sent twice.
  ///
  /// It is learned from the successes, server by server, to an eighth of its length; older ones count less and less.
  ///
  /// - Parameters:
  ///   - part: 0 to 1; 0.95, say.
  ///   - first: The delay until 20 requests have succeeded; 2 seconds by default, which is Polly's.
  public static func percentile(_ part: Double, atFirst first: Duration = .seconds(2)) -> Self {
    Self(fixed: first.clamped, percentile: min(max(part.isNaN ? 1 : part, 0), 1))
  }
}
