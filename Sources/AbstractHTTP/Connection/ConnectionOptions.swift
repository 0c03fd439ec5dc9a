/// The settings that connections start with: those of ``ConnectionConfig/shared``, or of a ``Client``.
public struct ConnectionOptions: Sendable {
  /// The address that relative URLs of specs are appended to, without a query. `nil` by default: URLs are absolute.
  ///
  /// `"/users/7"` with the base `https://api.example.com/v2` is `https://api.example.com/v2/users/7`. A URL with a scheme is
  /// taken as it is.
  public var baseURL: String?

  /// Headers of every request; those of a spec replace those of the same name. None by default.
  public var headers = HTTPHeaders()

  /// How `Decodable` models are read, unless their spec has a decoder; `nil` for plain ``DecodingOptions``.
  var decoding: DecodingOptions?

  /// How `Decodable` models are read, unless their spec has a decoder. Plain ``DecodingOptions`` by default.
  public var decoder: DecodingOptions {
    get { decoding ?? DecodingOptions() }
    set { decoding = newValue }
  }

  /// Creates the connector of a connection, called once for each. A ``DefaultHTTPConnector`` by default.
  public var httpConnector: @Sendable () -> any HTTPConnector = { DefaultHTTPConnector() }

  /// Creates the encoder of a connection's query, called once for each. A ``DefaultURLEncoder`` by default.
  public var urlEncoder: @Sendable () -> any URLEncoder = { DefaultURLEncoder() }

  /// The middleware of every connection. What a connection uses itself replaces the one in the same slot. None by default.
  ///
  /// A credential that doesn't name its servers (`.bearer(tokens)`, `.basic(user:password:)`) is sent to the origin of
  /// ``baseURL``, as it is when the credential is set, and nowhere else. Without a base URL, the request of a target takes it
  /// to the target's ``TargetType/baseURL``, and other calls fail with `.invalidRequest` and ``MissingOrigin``.
  public var middleware: [Middleware] {
    get { inheritedMiddleware.replaced(by: ownMiddleware) }
    set { (inheritedMiddleware, ownMiddleware) = ([], newValue.map(bound)) }
  }

  /// The middleware of the client that these options were derived from.
  private var inheritedMiddleware: [Middleware] = []
  private var ownMiddleware: [Middleware] = []

  /// Called for every connection, before its own listeners. None by default.
  public var listeners: [any ConnectionListener] = []

  /// Called for every connection, before its own response listeners. None by default.
  public var responseListeners: [any ConnectionResponseListener] = []

  /// Called for every connection, before its own error listeners. None by default.
  public var errorListeners: [any ConnectionErrorListener] = []

  /// Keeps running connections alive. ``ConnectionHolder/shared`` by default; a client has its own.
  public var holder = ConnectionHolder.shared

  /// Whether results come on the main thread. `true` by default.
  public var callbackInMainThread = true

  /// Whether connections are logged, without secrets. `false` by default.
  public var isLogEnabled = false

  /// Changes the stages of every connection, up to its validation. `nil` by default.
  ///
  /// Called once for every run, and to print the stages. A connection's own ``Connection/transform(_:)`` comes after.
  public var transform: (@Sendable (inout ExchangePipeline) -> Void)?

  /// Creates the default options.
  public init() {}

  /// Adds middleware; see ``middleware``. In ``Client/with(_:)`` it replaces the client's in the same slot.
  public mutating func use(_ middleware: Middleware...) { ownMiddleware += middleware.map(bound) }

  private func bound(_ middleware: Middleware) -> Middleware {
    baseURL.map { middleware.bound(to: Origins(of: $0)) } ?? middleware
  }
}

extension ConnectionOptions {
  /// The options behind one reference, which the connections share.
  final class Shared: Sendable {
    let options: ConnectionOptions

    init(_ options: ConnectionOptions) { self.options = options }
  }

  /// The options for a derived client, whose own middleware replaces that of these options slot by slot.
  var derived: ConnectionOptions {
    var options = self
    (options.inheritedMiddleware, options.ownMiddleware) = (middleware, [])
    return options
  }

  /// The text of a spec's URL, on the base if it's relative.
  func url(_ text: String) -> String {
    guard let baseURL, !Self.hasScheme(text) else { return text }
    if text.isEmpty || text.hasPrefix("?") || text.hasPrefix("#") { return baseURL + text }
    let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    return base + (text.hasPrefix("/") ? "" : "/") + text
  }

  /// Whether a text begins with a scheme (RFC 3986 §3.1).
  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard scheme.count < text.utf8.count, text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":") else {
      return false
    }
    return text.utf8.dropFirst(scheme.count + 1).starts(with: "//".utf8)
  }

  /// The request that a spec makes, with the headers and the base of these options.
  func request(
    _ spec: any RequestSpec,
    urlEncoder: any URLEncoder
  ) throws(ConnectionError) -> Request {
    // NB: passed as a closure, `url` would copy the options.
    var request =
      baseURL == nil ? try spec.request(urlEncoder: urlEncoder) : try spec.request(urlEncoder: urlEncoder, at: url)
    apply(to: &request)
    return request
  }

  /// Adds the headers and the context of these options.
  func apply(to request: inout Request) {
    if !headers.isEmpty { request.headers = headers.merging(request.headers) }
    if let decoding { request.context[DecodingOptionsKey.self] = decoding }
  }
}
