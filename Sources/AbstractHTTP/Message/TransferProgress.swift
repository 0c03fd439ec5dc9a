/// The progress of a request and its response, in bytes.
public struct TransferProgress: Sendable, Hashable {
  /// How many bytes of the request's body have been sent.
  public var sent: Int64
  /// The length of the request's body; `nil` if it isn't known.
  public var totalToSend: Int64?
  /// How many bytes of the response's body have arrived, before decompression.
  public var received: Int64
  /// The length of the response's body; `nil` if the server hasn't declared it.
  public var totalToReceive: Int64?

  /// Creates a progress.
  public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
    self.sent = sent
    self.totalToSend = totalToSend
    self.received = received
    self.totalToReceive = totalToReceive
  }

  /// The received fraction of the response's body, from 0 to 1; `nil` if its length isn't known.
  public var fractionReceived: Double? { Self.fraction(received, of: totalToReceive) }

  /// The sent fraction of the request's body, from 0 to 1; `nil` if its length isn't known.
  public var fractionSent: Double? { Self.fraction(sent, of: totalToSend) }

  private static func fraction(_ part: Int64, of total: Int64?) -> Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(part) / Double(total))
  }
}
