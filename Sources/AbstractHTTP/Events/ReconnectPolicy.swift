/// When an event source connects again after its connection is lost or has ended.
///
/// ```swift
/// HTTP(url).events(reconnecting: .never)
/// HTTP(url).events(reconnecting: ReconnectPolicy(delay: .seconds(1), attempts: 10))
/// ```
///
/// The wait before the first attempt is that of the server's `retry:` field, or ``delay`` if it sent none. Each further attempt in a row that
/// fails doubles the longest possible wait, up to ``limit``; how long it is between the two is left to chance, so that many clients
/// don't come back together. A status of 429 or 503 with `Retry-After` is waited for exactly as long as it says. Any other status but 200 ends the
/// source.
public struct ReconnectPolicy: Sendable {
  /// The shortest wait, unless the server names another; 3 seconds by default.
  public var delay: Duration

  /// The longest wait; 60 seconds by default.
  public var limit: Duration

  /// How many attempts in a row may fail; without limit by default, and 0 to never connect again.
  public var attempts: Int

  /// The methods whose requests are sent again; only `GET` by default, so that a `POST` to a model's API isn't repeated.
  public var methods: Set<HTTPMethod>

  /// Returns a number from 0 to 1, which decides where between the shortest and the longest wait an attempt is made.
  public var random: @Sendable () -> Double

  /// Creates a policy.
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

  /// The policy with all defaults.
  public static var `default`: Self { Self() }

  /// Never connects again: the source ends with its connection.
  public static var never: Self { Self(attempts: 0) }

  /// How long to wait.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt in a row, from 1 on.
  ///   - retry: What the server asked for, if it did.
  func wait(before attempt: Int, retry: Duration?) -> Duration {
    let shortest = (retry ?? delay).clamped
    let longest = max(shortest, Backoff.exponential(from: shortest, limit: limit)(attempt))
    return shortest + (longest - shortest).scaled(by: min(random(), 1))
  }
}
