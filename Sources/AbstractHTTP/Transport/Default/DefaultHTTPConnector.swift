public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The standard connector, which sends requests through the platform's HTTP stack.
///
/// It uses `URLSession` on Apple's systems, and libcurl 7.68 or later on Linux. libcurl is loaded at run time; if it
/// isn't available, the connector uses `URLSession`. Connectors with the same connection settings share their
/// connections: see <doc:Configuration>.
///
/// ```swift
/// let connector = DefaultHTTPConnector()
/// connector.timeoutInterval = 0.5
/// connector.isRedirectEnabled = false
/// ```
///
/// An exchange reads the settings when it starts. Later changes don't affect it. All members may be used from any
/// thread. Responses and progress are delivered on threads of the library's pool, never on the main thread or the
/// transport's thread, so callbacks may block without delaying other exchanges.
///
/// - A user and a password in the URL are sent as `Authorization: Basic` (RFC 7617), unless the headers contain
///   `Authorization`.
/// - Unless the headers contain other values, `User-Agent` names the program and the library, such as
///   `App/1.2 AbstractHTTP/0.1.0 (Linux)`, `Accept-Language` lists the user's preferred languages, and `Accept` is
///   `*/*`. The transport sets `Content-Length` and `Transfer-Encoding`, and ignores those in the headers.
/// - Compressed bodies are requested, and decompressed.
/// - If the request wants the body in a file, it is written as it arrives, and never kept in memory: see
///   ``DownloadDestination``.
/// - If the request wants the body as a stream, it arrives only as fast as it is read: see ``ResponseStream``.
/// - To configure TLS, proxies, connections, and redirects, see <doc:Configuration>.
/// - On Linux, the environment variables `http_proxy`, `https_proxy`, `all_proxy`, and `no_proxy` set the default
///   proxies (even for loopback addresses, unless `no_proxy` lists them), and `CURL_CA_BUNDLE` or `SSL_CERT_FILE` may
///   name a file of certificate authorities to trust in place of the system's. On Apple's systems, the system's
///   settings apply.
/// - Files and streams of a body are read as they are sent, and only up to their declared length. For `URLSession`, the
///   segments of a body are joined first: in memory up to ``RequestBody/memoryLimit``, and in a temporary file beyond.
/// - A `GET` request with a body is sent on Linux only. With `URLSession`, it fails with
///   `URLError.dataLengthExceedsMaximum`.
/// - On Linux, at most 256 exchanges with one server are in flight at once. The total limit is half the number of
///   descriptors that the process may open (`RLIMIT_NOFILE` when the first exchange starts), and at most 10,000.
///   Further exchanges wait, with the servers taking turns, and their timeouts start after the wait. The number of idle
///   connections that are kept is a quarter of the number of descriptors, and at most 512. On Apple's systems,
///   `URLSession` uses 64 connections to a server.
///
/// A failed exchange throws a `URLError` with a code and a description. A request that ``Request/validate()`` rejects
/// fails with ``InvalidRequest``, and a request that can't be sent fails with ``TransferRefusal``.
public final class DefaultHTTPConnector: HTTPConnector {
  private struct State {
    var settings = TransferSettings()
    var exchanges: [ObjectIdentifier: DefaultExchange] = [:]
  }

  private let state = Locked(State())
  private let chosenEngine: (any TransferEngine)?

  /// Creates a connector with the default settings, which its properties document.
  public init() { chosenEngine = nil }

  init(engine: any TransferEngine) { chosenEngine = engine }

  /// `true`: a request's ``Request/timeoutInterval`` and ``Request/cachePolicy`` override the connector's.
  public var takesRequestSettings: Bool { true }

  /// The maximum idle time of an exchange, in seconds. Defaults to 15. If no byte is transferred in either direction
  /// for this long, the exchange fails with `URLError.timedOut`.
  ///
  /// For a streamed body, it applies only until the head arrives: see ``stallTimeout``. `nil`, infinity, and values
  /// over ten years mean no limit. If the value isn't a positive number, each exchange fails with ``TransferRefusal``.
  /// Time spent suspended doesn't count.
  public var timeoutInterval: TimeInterval? {
    get { state.withLock { $0.settings.timeoutInterval } }
    set { state.withLock { $0.settings.timeoutInterval = newValue } }
  }

  /// The maximum idle time of a streamed body, after which its stream fails with `URLError.timedOut`. Defaults to
  /// `nil`, which means no limit, because event sources and long polls are silent for minutes.
  ///
  /// It replaces ``timeoutInterval`` once the head of the response has arrived. Time spent waiting for the stream's
  /// reader, or suspended, doesn't count. If the value isn't positive, each exchange fails with ``TransferRefusal``.
  public var stallTimeout: Duration? {
    get { state.withLock { $0.settings.stallTimeout } }
    set { state.withLock { $0.settings.stallTimeout = newValue } }
  }

  /// Whether redirects are followed. Defaults to `true`. If `false`, the redirect is the response.
  ///
  /// For finer control, set the ``redirectPolicy``: `false` stands for ``RedirectPolicy/never``, and `true` for every
  /// other policy.
  ///
  /// At most 20 redirects are followed, and only to `http` and `https`. More fail with `URLError.httpTooManyRedirects`,
  /// and other schemes with `.unsupportedURL`. `301` and `302` turn a `POST` into a `GET`, and `303` turns every method
  /// except `HEAD` into a `GET`. `307` and `308` keep the method and the body (RFC 9110 §15.4), and fail with
  /// `.requestBodyStreamExhausted` if the body can't be sent twice. Only harmless headers are sent to another scheme,
  /// host, or port: see ``crossOriginHeaders``. A redirect from `https` to `http` is followed, but fails with
  /// `.appTransportSecurityRequiresSecureConnection` if it has a body. A redirect whose `Location` is missing or
  /// malformed is the response.
  public var isRedirectEnabled: Bool {
    get { state.withLock { $0.settings.redirectPolicy.isFollowing } }
    set { change { if newValue != $0.redirectPolicy.isFollowing { $0.redirectPolicy = newValue ? .follow : .never } } }
  }

  /// The names of additional headers that a redirect sends to another scheme, host, or port. Empty by default.
  ///
  /// Even if not listed here, `Accept`, `Accept-Language`, `Accept-Encoding`, `User-Agent`, `Content-Type`,
  /// `Content-Language`, `Content-Encoding`, `Range`, `If-Match`, `If-None-Match`, `If-Modified-Since`,
  /// `If-Unmodified-Since`, `If-Range`, `Cache-Control`, `traceparent`, and `tracestate` are sent. Every other header is
  /// removed, and isn't restored if a later redirect leads back to the first origin (RFC 9110 §15.4).
  ///
  /// Case doesn't matter. `Host` and the headers that ``Middleware/authorize(_:for:)`` added are removed even if
  /// listed.
  ///
  /// ```swift
  /// connector.crossOriginHeaders = ["X-Page", "X-Request-ID"]
  /// ```
  public var crossOriginHeaders: [String] {
    get { state.withLock { $0.settings.crossOriginHeaders } }
    set { state.withLock { $0.settings.crossOriginHeaders = newValue } }
  }

  /// The `Accept-Language` of requests that have none. Defaults to the user's preferred languages, which are read once:
  /// `de-AT, en;q=0.9`.
  ///
  /// On Linux, the environment variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, and `LANG` set them, and the locale `C`
  /// stands for none. Set the property to `nil` to send no such header. `URLSession`, the engine on Apple's systems,
  /// then sends its default. For all connections:
  ///
  /// ```swift
  /// ConnectionConfig.shared.httpConnector = {
  ///   let connector = DefaultHTTPConnector()
  ///   connector.acceptLanguage = nil
  ///   return connector
  /// }
  /// ```
  public var acceptLanguage: String? {
    get { state.withLock { $0.settings.acceptLanguage } }
    set { state.withLock { $0.settings.acceptLanguage = newValue } }
  }

  /// Whether cookies are stored in the ``cookieJar`` and sent from it. Defaults to `true`. A `Cookie` header of the
  /// request replaces the cookies of the jar.
  public var isCookieEnabled: Bool {
    get { state.withLock { $0.settings.isCookieEnabled } }
    set { state.withLock { $0.settings.isCookieEnabled = newValue } }
  }

  /// The jar that stores cookies. Defaults to ``CookieJar/shared``.
  public var cookieJar: CookieJar {
    get { state.withLock { $0.settings.cookieJar } }
    set { state.withLock { $0.settings.cookieJar = newValue } }
  }

  /// The policy for the system's cache on Apple's systems. Defaults to `.useProtocolCachePolicy`.
  ///
  /// Linux has no such cache. Every request is sent, except with `.returnCacheDataDontLoad`, which fails with
  /// `URLError.resourceUnavailable`.
  public var cachePolicy: URLRequest.CachePolicy {
    get { state.withLock { $0.settings.cachePolicy } }
    set { state.withLock { $0.settings.cachePolicy = newValue } }
  }

  /// The maximum size of a response's body, decompressed, in bytes.
  ///
  /// `nil`, the default, stands for 512 MB if the body is kept in memory, and for no limit if it is written to a file.
  /// A longer body fails with `URLError.dataLengthExceedsMaximum` as soon as it exceeds the limit. With libcurl, a
  /// compressed body also fails, regardless of the limit, if it expands beyond 10 MB and to more than 1,000 times its
  /// compressed size.
  public var maximumResponseSize: Int? {
    get { state.withLock { $0.settings.maximumResponseSize } }
    set { state.withLock { $0.settings.maximumResponseSize = newValue } }
  }

  /// Sends a request, and calls back once, on a thread of the library's pool, which may be blocked.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    _ = start(request, progress: { _ in }) { result in
      switch result {
      case .success(let response): complete(response, nil)
      case .failure(let error): complete(nil, error)
      }
    }
  }

  /// Cancels all of this connector's exchanges, which complete with `URLError.cancelled`. Later exchanges aren't
  /// affected.
  public func cancel() {
    for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.cancel() }
  }

  /// Starts an exchange, and calls back on threads of the library's pool, which may be blocked. The progress is
  /// reported in order, followed by the result, once. While the progress closure runs, only the latest value is kept.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    begin(request, isHandedOver: false, progress: progress, complete: complete)
  }

  /// - Parameter isHandedOver: Whether `complete` only wakes a task.
  func begin(
    _ request: Request,
    isHandedOver: Bool,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let settings = settings.replaced(by: request)
    let exchange = DefaultExchange(
      request,
      settings,
      of: self,
      isHandedOver: isHandedOver,
      progress: progress,
      complete: complete
    )
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    exchange.begin()
    return exchange
  }

  var settings: TransferSettings { state.withLock { $0.settings } }

  func change(_ change: (inout TransferSettings) -> Void) {
    let old = state.withLock { state in
      let old = state.settings
      change(&state.settings)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the engine for the exchanges. The platform's engine is created when it is first needed.
  func transferEngine(for engine: SharedEngine?) throws(TransferRefusal) -> any TransferEngine {
    if engine == nil, let chosenEngine { return chosenEngine }
    return try (engine ?? .standard).get()
  }

  func ended(_ exchange: DefaultExchange) {
    _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }
}
