/// The time limit for looking up a server and connecting to it.
///
/// ```swift
/// request.options[ConnectTimeout.self] = ConnectTimeout(.seconds(3))
/// ```
///
/// It overrides ``DefaultHTTPConnector/connectTimeout``.
public struct ConnectTimeout: RequestOption, Hashable {
  /// The time limit.
  public let duration: Duration

  /// Creates a limit.
  public init(_ duration: Duration) { self.duration = duration }
}

/// The maximum size of a response's body, decompressed.
///
/// ```swift
/// request.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 1_000_000)
/// ```
///
/// It overrides ``DefaultHTTPConnector/maximumResponseSize``.
public struct ResponseSizeLimit: RequestOption, Hashable {
  /// The number of bytes.
  public let bytes: Int

  /// Creates a limit. If it is negative, the request fails with ``TransferRefusal``.
  public init(bytes: Int) { self.bytes = bytes }
}
