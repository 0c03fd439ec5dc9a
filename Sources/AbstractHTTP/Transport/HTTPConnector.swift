import Foundation

/// A transport that sends a request and returns its response.
///
/// - Use ``DefaultHTTPConnector``, which every connection starts with.
/// - Use a ``StubConnector`` in tests.
/// - Write a custom connector. With async/await, conform to ``AsyncHTTPConnector``. With callbacks, implement
///   ``execute(request:complete:)`` and ``cancel()``. If exchanges can overlap and are cancelled separately, also
///   implement ``start(_:progress:complete:)``.
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
/// To follow redirects by the library's rules, call ``RedirectPolicy/next(after:to:redirects:crossOriginHeaders:)``.
///
/// A response may have any status. An error means that no response arrived. The pipeline wraps a connector's error in a
/// ``ConnectionError`` of type `.network`.
///
/// A connector can ignore ``Request/destination``: the pipeline writes the body to the file, from memory, or piece by
/// piece if the response has a ``Response/stream``. A connector that writes the file itself sets ``Response/file``. It can also ignore streams: if ``Request/delivery`` is `.stream`, the
/// pipeline turns the body in memory into a stream. A connector that supports streaming completes once the head
/// arrives, with a ``Response/stream`` from ``ResponseStream/make(head:)``. Its exchange can be cancelled and suspended
/// until the stream ends.
public protocol HTTPConnector: AnyObject, Sendable {
  /// Sends a request, and calls back once, with a response or an error. The call may come from any thread, and before
  /// this method returns.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - complete: Call it once, with the response, or with the reason why none arrived.
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void)

  /// Stops the exchanges that ``execute(request:complete:)`` started.
  func cancel()

  /// Whether the connector honors the settings of requests: ``Request/timeoutInterval`` and ``Request/cachePolicy``.
  /// Defaults to `false`: a request with one of these settings isn't sent, and fails with `.invalidRequest` and
  /// ``UnsupportedSetting``.
  ///
  /// A connector that wraps another connector returns its value.
  var takesRequestSettings: Bool { get }

  /// The features that the connector supports beyond sending plain requests. Empty by default.
  ///
  /// A request that needs an unsupported feature isn't sent, and fails with `.invalidRequest` and
  /// ``TransferRefusal/unsupported(_:by:)``, because an option such as a pinned key must not be ignored. A connector
  /// that wraps another connector returns its value.
  var capabilities: ConnectorCapabilities { get }

  /// Starts an exchange. Pipelines call this method, which by default wraps ``execute(request:complete:)`` and
  /// ``cancel()``.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - progress: Call it as bytes are transferred, from any thread, any number of times, or never. It calls the
  ///     handlers of promises, which may block the thread.
  ///   - complete: Call it once, from any thread, possibly before this method returns. Further calls are ignored. A
  ///     call after this method has returned doesn't block the thread, because the pipeline continues in the library's
  ///     pool. Releasing the closure without a call fails the exchange.
  /// - Returns: The exchange, which can be cancelled, suspended, and resumed without affecting other exchanges.
  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange
}

/// An exchange that a connector has started.
///
/// All methods may be called from any thread and at any time. After the exchange has ended, they do nothing.
public protocol HTTPExchange: AnyObject, Sendable {
  /// Stops the transfer. The exchange may still complete, but its result is ignored.
  func cancel()

  /// Suspends the transfer, if the connector supports it. Does nothing by default.
  func suspend()

  /// Resumes a suspended transfer. Does nothing by default.
  func resume()
}

extension HTTPExchange {
  /// Does nothing: the transfer continues.
  public func suspend() {}

  /// Does nothing: the transfer was never suspended.
  public func resume() {}
}

extension HTTPConnector {
  /// `false`.
  public var takesRequestSettings: Bool { false }

  /// An empty set of capabilities.
  public var capabilities: ConnectorCapabilities { [] }

  /// Wraps ``execute(request:complete:)`` and ``cancel()``. Reports no progress, and cancelling one exchange cancels
  /// all exchanges of this connector.
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

/// The exchange of a connector that can only cancel all of its exchanges. It does so at most once, and not after its
/// end, because that would cancel others.
private final class ConnectorExchange: HTTPExchange {
  private let connector: Locked<(any HTTPConnector)?>

  init(connector: any HTTPConnector) { self.connector = Locked(connector) }

  func cancel() { end()?.cancel() }

  @discardableResult
  func end() -> (any HTTPConnector)? { connector.withLock { $0.take() } }
}
