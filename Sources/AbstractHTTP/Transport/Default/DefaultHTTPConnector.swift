public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The connector that every connection starts with: HTTP through the platform's own stack.
///
/// That is `URLSession` on Apple's systems, and libcurl on Linux (7.68 or later, loaded while the program runs; where
/// there is none, `URLSession`). All connectors of a process share its connections to the servers.
///
/// ```swift
/// let connector = DefaultHTTPConnector()
/// connector.timeoutInterval = 0.5
/// connector.isRedirectEnabled = false
/// ```
///
/// Settings are taken when an exchange starts, and changing them later does not touch it. Everything may be called from
/// any thread. Answers and progress come on threads of the library's pool, never on the main thread or the transport's: what
/// they call may block, and costs others nothing.
///
/// - A user and a password in the URL are sent as `Authorization: Basic` (RFC 7617), unless the headers name another.
/// - `User-Agent` names the program and the library, such as `App/1.2 AbstractHTTP/0.1.0 (Linux)`, `Accept-Language` the languages that the user prefers, and `Accept` is `*/*`, unless the headers name others. `Content-Length` and
///   `Transfer-Encoding` are the transport's: those in the headers are not sent.
/// - Compressed bodies are asked for, and decompressed.
/// - A body that the request wants in a file is written as it comes, and never in memory: see ``DownloadDestination``.
/// - A body that the request wants as a stream arrives as fast as it is read: see ``ResponseStream``.
/// - Trust, proxies, connections, and redirects can be set: <doc:Configuration>.
/// - By default on Linux, the proxies that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name in the environment are used
///   (for loopback addresses too, unless `no_proxy` lists them), and `CURL_CA_BUNDLE` or `SSL_CERT_FILE` may name a file
///   of certificate authorities to trust in place of the system's. On Apple's systems, the system's settings decide.
/// - Files and streams of a body are read as they are sent, and only so far as was declared. For `URLSession`, a body of
///   segments is put together first: in memory up to ``RequestBody/memoryLimit``, in a temporary file beyond.
/// - A `GET` with a body is sent on Linux only; `URLSession` fails it with `URLError.dataLengthExceedsMaximum`.
/// - At most 256 exchanges with one server are on the wire at once on Linux, and in all half as many as the process may
///   open descriptors (`RLIMIT_NOFILE` when the first exchange starts), but no more than 10,000. The rest wait, the servers
///   in turns, and their timeouts wait with them. Connections are kept for later: a quarter of the descriptors, at most 512.
///   On Apple's systems `URLSession` uses 64 connections to a server.
///
/// Fails with `URLError`, whose code says what went wrong and whose description says it in words;
/// with ``InvalidRequest`` for what ``Request/validate()`` refuses; with ``TransferRefusal`` for what cannot be exchanged.
public final class DefaultHTTPConnector: HTTPConnector {
  private struct State {
    var settings = TransferSettings()
    var exchanges: [ObjectIdentifier: DefaultExchange] = [:]
  }

  private let state = Locked(State())
  private let chosenEngine: (any TransferEngine)?

  /// Makes a connector with the settings that its properties name as defaults.
  public init() { chosenEngine = nil }

  init(engine: any TransferEngine) { chosenEngine = engine }

  /// `true`: a request's ``Request/timeoutInterval`` and ``Request/cachePolicy`` take the place of the connector's.
  public var takesRequestSettings: Bool { true }

  /// For how long no byte may travel in either direction before the exchange fails with `URLError.timedOut`: seconds,
  /// fractions included; 15 by default.
  ///
  /// Of a body that is streamed, it ends with the head: see ``stallTimeout``. `nil` and infinity wait for ever, and so does what is longer than ten years. Zero, less, and what is not a number
  /// fail each exchange with ``TransferRefusal``. Time spent suspended does not count.
  public var timeoutInterval: TimeInterval? {
    get { state.withLock { $0.settings.timeoutInterval } }
    set { state.withLock { $0.settings.timeoutInterval = newValue } }
  }

  /// For how long no byte of a streamed body may travel before its stream fails with `URLError.timedOut`. `nil`, the default,
  /// waits for ever: event sources and long polls are silent for minutes.
  ///
  /// It takes the place of ``timeoutInterval`` from the head of the response on. Time in which the stream's reader is waited for, or the
  /// connection is suspended, does not count. Zero and less fail each exchange with ``TransferRefusal``.
  public var stallTimeout: Duration? {
    get { state.withLock { $0.settings.stallTimeout } }
    set { state.withLock { $0.settings.stallTimeout = newValue } }
  }

  /// Whether redirects are followed; `true` by default. Otherwise the redirect is the response.
  ///
  /// ``redirectPolicy`` says more closely which: `false` stands for ``RedirectPolicy/never``, and `true` for every other policy.
  ///
  /// At most 20 are followed (then `URLError.httpTooManyRedirects`), and to `http` and `https` only (else
  /// `.unsupportedURL`). `301` and `302` make a `POST` a `GET`, `303` makes everything but `HEAD` a `GET`; `307` and
  /// `308` keep method and body (RFC 9110 §15.4), and fail with `.requestBodyStreamExhausted` where the body cannot be
  /// sent twice. To another scheme, host, or port, only harmless headers go along: see ``crossOriginHeaders``. From `https`
  /// to `http` a redirect is followed, but not with a body (`.appTransportSecurityRequiresSecureConnection`).
  /// A redirect whose `Location` is missing or malformed is the response.
  public var isRedirectEnabled: Bool {
    get { state.withLock { $0.settings.redirectPolicy.isFollowing } }
    set { change { if newValue != $0.redirectPolicy.isFollowing { $0.redirectPolicy = newValue ? .follow : .never } } }
  }

  /// The names of further headers that a redirect takes to another scheme, host, or port; none by default.
  ///
  /// Without being named here, `Accept`, `Accept-Language`, `Accept-Encoding`, `User-Agent`, `Content-Type`,
  /// `Content-Language`, `Range`, `If-Match`, `If-None-Match`, `If-Modified-Since`, `If-Unmodified-Since`, `If-Range`,
  /// `Cache-Control`, `traceparent`, and `tracestate` go along. Every other header stays behind, and does not return if a
  /// later redirect leads back to the first origin (RFC 9110 §15.4).
  ///
  /// Case does not matter. `Host` and the headers that ``Middleware/authorize(_:for:)`` added stay behind even if named.
  ///
  /// ```swift
  /// connector.crossOriginHeaders = ["X-Page", "X-Request-ID"]
  /// ```
  public var crossOriginHeaders: [String] {
    get { state.withLock { $0.settings.crossOriginHeaders } }
    set { state.withLock { $0.settings.crossOriginHeaders = newValue } }
  }

  /// The `Accept-Language` of requests that have none. By default the languages that the user of the system prefers, the
  /// first time that they are asked for: `de-AT, en;q=0.9`.
  ///
  /// On Linux they are those of the environment: `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`; none for the locale `C`. Set it to `nil`
  /// to send no such header; `URLSession`, the engine on Apple's systems, sends its own then. For all connections:
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

  /// Whether cookies are kept in the ``cookieJar`` and sent from it; `true` by default. A `Cookie` header of the request
  /// takes the jar's place.
  public var isCookieEnabled: Bool {
    get { state.withLock { $0.settings.isCookieEnabled } }
    set { state.withLock { $0.settings.isCookieEnabled = newValue } }
  }

  /// Where cookies are kept; ``CookieJar/shared`` by default.
  public var cookieJar: CookieJar {
    get { state.withLock { $0.settings.cookieJar } }
    set { state.withLock { $0.settings.cookieJar = newValue } }
  }

  /// How the system's cache is used, on Apple's systems; `.useProtocolCachePolicy` by default.
  ///
  /// There is no cache on Linux: everything is loaded, except with `.returnCacheDataDontLoad`, which fails with
  /// `URLError.resourceUnavailable`.
  public var cachePolicy: URLRequest.CachePolicy {
    get { state.withLock { $0.settings.cachePolicy } }
    set { state.withLock { $0.settings.cachePolicy = newValue } }
  }

  /// The maximum size of a response's body, decompressed, in bytes.
  ///
  /// `nil`, the default, stands for 512 MB if the body is kept in memory, and for no limit if it goes to a file. A longer
  /// body fails with `URLError.dataLengthExceedsMaximum` as soon as it passes the limit. So does, whatever the limit, a
  /// compressed body that grows past 10 MB to more than 1,000 times its compressed size, where libcurl is the engine.
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

  /// Cancels all of this connector's exchanges; each completes with `URLError.cancelled`. Later ones are not touched.
  public func cancel() {
    for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.cancel() }
  }

  /// Begins an exchange, and calls back on threads of the library's pool, which may be blocked: with the progress, in order,
  /// and then once with the end. Progress that comes while the closure is at work is told by its latest value only.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    begin(request, isHandedOver: false, progress: progress, complete: complete)
  }

  /// - Parameter isHandedOver: Whether `complete` does no more than wake a task.
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

  /// What carries the exchanges; the platform's is first made when it is first needed.
  func transferEngine(for engine: SharedEngine?) throws(TransferRefusal) -> any TransferEngine {
    if engine == nil, let chosenEngine { return chosenEngine }
    return try (engine ?? .standard).get()
  }

  func ended(_ exchange: DefaultExchange) {
    _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }
}
