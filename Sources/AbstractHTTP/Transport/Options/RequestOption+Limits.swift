/// For how long the transport may look the server up and connect to it.
///
/// ```swift
/// request.options[ConnectTimeout.self] = ConnectTimeout(.seconds(3))
/// ```
///
/// It takes the place of ``DefaultHTTPConnector/connectTimeout``.
public struct ConnectTimeout: RequestOption, Hashable {
  /// The time.
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
/// It takes the place of ``DefaultHTTPConnector/maximumResponseSize``.
public struct ResponseSizeLimit: RequestOption, Hashable {
  /// The number of bytes.
  public let bytes: Int

  /// Creates a limit. A negative one fails the request with ``TransferRefusal``.
  public init(bytes: Int) { self.bytes = bytes }
}
