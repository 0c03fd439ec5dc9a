/// The Unix socket to send a request through, regardless of the host in its URL.
///
/// ```swift
/// let info = try await HTTP("http://docker.localhost/info").option(UnixSocket("/var/run/docker.sock")).fetchJSON().value
/// ```
///
/// It overrides ``DefaultHTTPConnector/socketPath``. Redirects also use the socket. Cookies, caches, and credentials are
/// kept by host, so use a separate host name for each socket. The server receives it as the `Host`. Available on Linux
/// only; elsewhere, the request fails with ``TransferRefusal``.
public struct UnixSocket: RequestOption, Hashable {
  private let exactPath: ExactText

  /// The path of the socket.
  public var path: String { exactPath.text }

  /// Creates the option.
  public init(_ path: String) { exactPath = ExactText(path) }
}
