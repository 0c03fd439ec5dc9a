/// How far the transfer of a request and its response has got, in bytes.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request's body that were sent.
  public var sent: Int64
  /// The length of the request's body; `nil` if it is not known.
  public var totalToSend: Int64?
  /// The bytes of the response's body that arrived, as they travelled: compressed, if they were.
  public var received: Int64
  /// The length of the response's body; `nil` if the server did not say, or not yet.
  public var totalToReceive: Int64?

  /// Makes a progress.
  public init(sent: Int64 = 0, totalToSend: Int64? = nil, received: Int64 = 0, totalToReceive: Int64? = nil) {
    self.sent = sent
    self.totalToSend = totalToSend
    self.received = received
    self.totalToReceive = totalToReceive
  }

  /// The part of the response that arrived, 0 to 1; `nil` if its length is not known.
  public var fractionReceived: Double? { Self.fraction(received, of: totalToReceive) }

  /// The part of the request's body that was sent, 0 to 1; `nil` if its length is not known.
  public var fractionSent: Double? { Self.fraction(sent, of: totalToSend) }

  private static func fraction(_ part: Int64, of total: Int64?) -> Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(part) / Double(total))
  }
}
