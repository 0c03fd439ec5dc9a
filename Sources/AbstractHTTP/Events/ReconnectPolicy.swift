/// When an event source connects again after its connection was lost or has ended.
///
/// ```swift
/// HTTP(url).events(reconnecting: .never)
/// HTTP(url).events(reconnecting: ReconnectPolicy(delay: .seconds(1), attempts: 10))
/// ```
///
/// The wait before the first attempt is that of the server's `retry:` field, or ``delay`` if it sent none. Each further
/// failed attempt in a row doubles the longest possible wait, up to ``limit``. The actual wait is random between the
/// two, so that many clients don't come back together. If a status of 429 or 503 has a `Retry-After`, the wait is
/// exactly that. Any other status except 200 ends the source.
public struct ReconnectPolicy: Sendable {
  /// The shortest wait, unless the server specifies another. Defaults to 3 seconds.
  public var delay: Duration

  /// The longest wait. Defaults to 60 seconds.
  public var limit: Duration

  /// The maximum number of failed attempts in a row, or 0 to never connect again. Defaults to no limit.
  public var attempts: Int

  /// The methods whose requests are sent again. Defaults to `GET` only, so that a `POST` to a model's API isn't
  /// repeated.
  public var methods: Set<HTTPMethod>

  /// Returns a random number from 0 to 1, which places the wait between the shortest and the longest one.
  public var random: @Sendable () -> Double

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - delay: The shortest wait. Defaults to 3 seconds.
  ///   - limit: The longest wait. Defaults to 60 seconds.
  ///   - attempts: The maximum number of failed attempts in a row. Defaults to no limit.
  ///   - methods: The methods whose requests are sent again. Defaults to `GET` only.
  ///   - random: Returns a random number from 0 to 1 for each wait.
  public init(
    delay: Duration = .seconds(3),
    limit: Duration = .seconds(60),
    attempts: Int = .max,
    methods: Set<HTTPMethod> = [.get],
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.delay = delay
    self.limit = limit
    self.attempts = attempts
    self.methods = methods
    self.random = random
  }

  /// The policy with the default values.
  public static var `default`: Self { Self() }

  /// A policy that never connects again: the source ends with its connection.
  public static var never: Self { Self(attempts: 0) }

  /// Returns the wait before an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt in a row, starting at 1.
  ///   - retry: The wait that the server requested, if any.
  func wait(before attempt: Int, retry: Duration?) -> Duration {
    let shortest = (retry ?? delay).clamped
    let longest = max(shortest, Backoff.exponential(from: shortest, limit: limit)(attempt))
    return shortest + (longest - shortest).scaled(by: min(random(), 1))
  }
}
