/// The Unix socket to send a request through, regardless of the host in its URL.
///
/// ```swift
/// let info = try await HTTP("http://docker.localhost/info").option(UnixSocket("/var/run/docker.sock")).fetchJSON().value
/// ```
///
/// It overrides ``DefaultHTTPConnector/socketPath``. Redirects also use the socket. Cookies, caches, and credentials are
/// kept by host, so use a separate host name for each socket. The server receives it as the `Host`. Available on Linux
/// only; elsewhere, the request fails with ``TransferRefusal``.
///
/// The URL of a spec, or the base URL of a client, may name the socket itself, with an encoded path in place of the
/// host: `http+unix://%2Fvar%2Frun%2Fdocker.sock/info`. Its request has this option, and a host name that stands for the
/// path: `http://unix-71329c4cc6e32171.localhost/info`. Redirects and links don't lead to sockets, but a program that
/// passes the URLs of others to a spec should reject this scheme first.
public struct UnixSocket: RequestOption, Hashable {
  /// The path of the socket.
  public let path: String

  /// Creates the option.
  public init(_ path: String) { self.path = path }
}

/// An `http+unix` URL: a socket, and the URL of the request that is sent through it.
struct UnixAddress {
  private static let scheme = "http+unix://"

  let socket: UnixSocket
  /// The URL, whose host differs for each socket, so that no other receives its cookies, responses, and credentials.
  let url: String

  /// Parses a URL; `nil` if it has another scheme.
  ///
  /// - Throws: ``InvalidURL`` if it doesn't name an absolute path.
  init?(_ text: String) throws(InvalidURL) {
    guard text.utf8.count > 4, text.utf8[text.utf8.index(text.startIndex, offsetBy: 4)] == UInt8(ascii: "+"),
      HTTPToken.isSame(String(text.prefix(Self.scheme.utf8.count)), Self.scheme)
    else { return nil }
    let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
    let end = rest.firstIndex(where: HTTPAddress.endsAuthority) ?? rest.endIndex
    guard let path = PercentEncoding.decode(rest[..<end]), path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw InvalidURL(url: Redaction.text(ofRefusedURL: text), reason: .host)
    }
    socket = UnixSocket(path)
    url = "http://unix-\(SHA256.hexadecimal(of: path).prefix(16)).localhost" + String(Substring(rest[end...]))
  }
}
