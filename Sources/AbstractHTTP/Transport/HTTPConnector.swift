import Foundation

/// How bytes travel: exchanges a request for a response.
///
/// - Use ``DefaultHTTPConnector``, which every connection starts with.
/// - Use a ``StubConnector`` in tests.
/// - Write your own: with async/await, conform to ``AsyncHTTPConnector``; with callbacks, implement
///   ``execute(request:complete:)`` and ``cancel()``; where exchanges overlap and end one by one, also
///   ``start(_:progress:complete:)``.
///
/// ```swift
/// final class Echo: HTTPConnector {
///   func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
///     complete(Response(data: Data(request.url.path.utf8)), nil)
///   }
///   func cancel() {}
/// }
/// ```
///
/// Any status is a response; an error means that none came. What a connector reports as an error becomes a
/// ``ConnectionError`` of type `.network`.
///
/// A connector need not know of ``Request/destination``: what it answers in memory, the pipeline writes to the file. One that
/// writes the file itself says so by ``Response/file``. Nor need it know of streams: if ``Request/delivery`` is `.stream`, the
/// pipeline makes a stream of the body in memory. One that streams answers at the head, with a ``Response/stream`` from
/// ``ResponseStream/make(head:)``; its exchange can be cancelled and suspended until the stream ends.
public protocol HTTPConnector: AnyObject, Sendable {
  /// Sends a request, and calls back once: with a response, or with an error. From any thread, also before it returns.
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void)

  /// Stops what ``execute(request:complete:)`` began.
  func cancel()

  /// Whether the connector honors the settings of requests: ``Request/timeoutInterval`` and ``Request/cachePolicy``. `false`
  /// by default: a request with one of them isn't sent, and fails with `.invalidRequest` and ``UnsupportedSetting``.
  ///
  /// A connector that hands requests to another one returns that one's value.
  var takesRequestSettings: Bool { get }

  /// The abilities of the connector beyond exchanging plain requests. None by default.
  ///
  /// A request that needs more isn't sent, and fails with `.invalidRequest` and ``TransferRefusal/unsupported(_:by:)``: an option,
  /// such as a pinned key, must not be ignored. A connector that hands requests to another one returns that one's value.
  var capabilities: ConnectorCapabilities { get }

  /// Begins one exchange; what a pipeline calls. By default it wraps ``execute(request:complete:)`` and ``cancel()``.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - progress: To be called as bytes travel, from any thread, as often as the connector likes, or never. It calls the
  ///     handlers of promises, which may block the thread.
  ///   - complete: To be called once, from any thread, also before this returns; further calls are ignored. A call that comes
  ///     later doesn't block the thread: the pipeline goes on in the library's pool. One that is
  ///     dropped without a call fails the exchange.
  /// - Returns: The exchange, which can be cancelled, suspended and resumed without touching another.
  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange
}

/// One exchange of a connector, on its way.
///
/// All three may be called from any thread, at any moment, also after the end, where they do nothing.
public protocol HTTPExchange: AnyObject, Sendable {
  /// Stops the transfer. Whether the exchange still completes is up to it: nobody listens any more.
  func cancel()

  /// Holds the transfer, where the connector can; nothing by default.
  func suspend()

  /// Goes on with a held transfer; nothing by default.
  func resume()
}

extension HTTPExchange {
  /// Does nothing: the transfer goes on.
  public func suspend() {}

  /// Does nothing: the transfer was never held.
  public func resume() {}
}

extension HTTPConnector {
  /// `false`.
  public var takesRequestSettings: Bool { false }

  /// Nothing.
  public var capabilities: ConnectorCapabilities { [] }

  /// Wraps ``execute(request:complete:)`` and ``cancel()``: without progress, and cancelling one exchange cancels all of this connector's.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let exchange = ConnectorExchange(connector: self)
    execute(request: request) { response, error in
      exchange.end()
      if let error {
        complete(.failure(error))
      } else if let response {
        complete(.success(response))
      } else {
        complete(.failure(URLError(.badServerResponse)))
      }
    }
    return exchange
  }
}

/// The exchange of a connector that knows only to cancel as a whole: it does so once, and not after the end, when it would
/// hit others.
private final class ConnectorExchange: HTTPExchange {
  private let connector: Locked<(any HTTPConnector)?>

  init(connector: any HTTPConnector) { self.connector = Locked(connector) }

  func cancel() { end()?.cancel() }

  @discardableResult
  func end() -> (any HTTPConnector)? { connector.withLock { $0.take() } }
}
