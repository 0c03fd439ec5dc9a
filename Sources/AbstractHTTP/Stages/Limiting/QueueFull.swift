/// A request was to wait for its turn, and too many were waiting already. It was not sent.
public struct QueueFull: Error, Hashable, CustomStringConvertible {
  /// The middleware whose queue is full: `concurrencyLimit` or `rateLimit`.
  public let name: String

  /// How many were waiting.
  public let waiting: Int

  /// What is wrong, in words.
  public var description: String { "the queue of \(name) is full: \(waiting) requests wait already" }
}
