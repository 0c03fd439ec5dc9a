/// How long a request may take before a second one is sent.
///
/// ```swift
/// connection.use(.hedge(after: .milliseconds(300)))
/// connection.use(.hedge(after: .percentile(0.95)))
/// ```
public struct HedgeDelay: Sendable, Hashable {
  /// The delay while too little is known about the server, or always.
  let fixed: Duration
  /// The fraction of requests, from 0 to 1, that should be faster than the delay.
  let percentile: Double?

  /// Returns a constant delay.
  public static func fixed(_ duration: Duration) -> Self { Self(fixed: duration.clamped, percentile: nil) }

  /// Returns a constant delay in seconds.
  public static func seconds(_ seconds: Double) -> Self {
    fixed(.seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 31_536_000)))
  }

  /// Returns a constant delay in milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Self {
    fixed(.milliseconds(min(max(milliseconds, 0), 31_536_000_000)))
  }

  /// Returns a delay within which a fraction of the requests to the server succeed: with 0.95, one in twenty is sent
  /// twice.
  ///
  /// It is learned from successes, for each server, with a precision of an eighth. Older requests count less and less.
  ///
  /// - Parameters:
  ///   - part: The fraction, from 0 to 1, such as 0.95.
  ///   - first: The delay until 20 requests have succeeded. Defaults to 2 seconds, as in Polly.
  public static func percentile(_ part: Double, atFirst first: Duration = .seconds(2)) -> Self {
    Self(fixed: first.clamped, percentile: min(max(part.isNaN ? 1 : part, 0), 1))
  }
}
