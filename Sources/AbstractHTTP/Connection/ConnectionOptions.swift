/// The default settings of connections: those of ``ConnectionConfig/shared``, or of a ``Client``.
public struct ConnectionOptions: Sendable {
  /// The base URL to which relative URLs of specs are appended, without a query. Defaults to `nil`, which requires
  /// absolute URLs.
  ///
  /// `"/users/7"` with the base `https://api.example.com/v2` is `https://api.example.com/v2/users/7`. A URL with a
  /// scheme isn't changed.
  public var baseURL: String?

  /// The headers of every request. A spec's headers replace those with the same name. Defaults to none.
  public var headers = HTTPHeaders()

  /// The decoder of `Decodable` models whose spec has no decoder; `nil` for plain ``DecodingOptions``.
  var decoding: DecodingOptions?

  /// The decoder of `Decodable` models whose spec has no decoder. Defaults to plain ``DecodingOptions``.
  public var decoder: DecodingOptions {
    get { decoding ?? DecodingOptions() }
    set { decoding = newValue }
  }

  /// Creates the connector of a connection. Called once for each connection. Defaults to a ``DefaultHTTPConnector``.
  public var httpConnector: @Sendable () -> any HTTPConnector = { DefaultHTTPConnector() }

  /// Creates the encoder of a connection's query. Called once for each connection. Defaults to a ``DefaultURLEncoder``.
  public var urlEncoder: @Sendable () -> any URLEncoder = { DefaultURLEncoder() }

  /// The middleware of every connection. A connection's own middleware replaces the one in the same slot. Defaults to
  /// none.
  ///
  /// A credential without servers (`.bearer(tokens)`, `.basic(user:password:)`) is sent to the origin that ``baseURL``
  /// has when the credential is set, and nowhere else. Without a base URL, a target's request sends it to the target's
  /// ``TargetType/baseURL``, and other calls fail with `.invalidRequest` and ``MissingOrigin``.
  public var middleware: [Middleware] {
    get { inheritedMiddleware.replaced(by: ownMiddleware) }
    set { (inheritedMiddleware, ownMiddleware) = ([], newValue.map(bound)) }
  }

  /// The middleware of the client that these options were derived from.
  private var inheritedMiddleware: [Middleware] = []
  private var ownMiddleware: [Middleware] = []

  /// The listeners of every connection, called before its own listeners. Defaults to none.
  public var listeners: [any ConnectionListener] = []

  /// The response listeners of every connection, called before its own response listeners. Defaults to none.
  public var responseListeners: [any ConnectionResponseListener] = []

  /// The error listeners of every connection, called before its own error listeners. Defaults to none.
  public var errorListeners: [any ConnectionErrorListener] = []

  /// The holder that keeps running connections alive. Defaults to ``ConnectionHolder/shared``; a client has a separate
  /// one.
  public var holder = ConnectionHolder.shared

  /// Whether results are delivered on the main thread. Defaults to `true`.
  public var callbackInMainThread = true

  /// Whether connections are logged, without secrets. Defaults to `false`.
  public var isLogEnabled = false

  /// Changes the stages of every connection, up to its validation. Defaults to `nil`.
  ///
  /// Called once for every run, and when the stages are printed, before a connection's own
  /// ``Connection/transform(_:)``.
  public var transform: (@Sendable (inout ExchangePipeline) -> Void)?

  /// Creates the default options.
  public init() {}

  /// Adds middleware; see ``middleware``. In ``Client/with(_:)``, it replaces the client's middleware in the same slot.
  public mutating func use(_ middleware: Middleware...) { ownMiddleware += middleware.map(bound) }

  private func bound(_ middleware: Middleware) -> Middleware {
    baseURL.map { middleware.bound(to: Origins(of: $0)) } ?? middleware
  }
}

extension ConnectionOptions {
  /// The options behind one reference, which the connections share.
  final class Shared: Sendable {
    let options: ConnectionOptions

    /// The parts of their middleware, outermost first; `nil` if they depend on the servers of a target.
    let middlewareParts: [Middleware.Part]?

    init(_ options: ConnectionOptions) {
      self.options = options
      let middleware = options.middleware
      middlewareParts = middleware.areBound ? middleware.partsInOrder : nil
    }
  }

  /// The options for a derived client, whose own middleware replaces that of these options slot by slot.
  var derived: ConnectionOptions {
    var options = self
    (options.inheritedMiddleware, options.ownMiddleware) = (middleware, [])
    return options
  }

  /// Returns the text of a spec's URL, appended to the base URL if it is relative.
  func url(_ text: String) -> String {
    guard let baseURL, !Self.hasScheme(text) else { return text }
    if text.isEmpty || text.hasPrefix("?") || text.hasPrefix("#") { return baseURL + text }
    let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    return base + (text.hasPrefix("/") ? "" : "/") + text
  }

  /// Returns whether a text begins with a scheme (RFC 3986 §3.1).
  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard scheme.count < text.utf8.count, text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":") else {
      return false
    }
    return text.utf8.dropFirst(scheme.count + 1).starts(with: "//".utf8)
  }

  /// Returns a spec's request, with the headers and the base URL of these options.
  func request(
    _ spec: any RequestSpec,
    urlEncoder: any URLEncoder
  ) throws(ConnectionError) -> Request {
    // NB: passed as a closure, `url` would copy the options.
    var request =
      baseURL == nil ? try spec.request(urlEncoder: urlEncoder) : try spec.request(urlEncoder: urlEncoder, at: url)
    apply(to: &request)
    if let socket = socket(for: request) { request.options[UnixSocket.self] = socket }
    return request
  }

  /// Returns the socket of the base URL if the request has the host that stands for it, as a link of the server does.
  private func socket(for request: Request) -> UnixSocket? {
    guard let baseURL, let unix = try? UnixAddress(baseURL), request.options[UnixSocket.self] == nil,
      let origin = try? HTTPAddress(unix.url).origin, (try? request.address)?.origin == origin
    else { return nil }
    return unix.socket
  }

  /// Adds the headers and the context of these options.
  func apply(to request: inout Request) {
    if !headers.isEmpty { request.headers = headers.merging(request.headers) }
    if let decoding { request.context[DecodingOptionsKey.self] = decoding }
  }
}
