import Foundation

/// Sends the targets of an API, and creates models from their responses.
///
/// ```swift
/// let github = Provider<GitHub>()
/// github.request(.user(id: "1"))
///   .success { (user: User) in print(user.name) }        // the model is inferred from the closure
///   .failure { error, isCancelled in print(error?.userMessage ?? "cancelled") }
///
/// let user: User = try await github.request(.user(id: "1")).value
/// ```
///
/// Every request is a separate ``Connection``, with the listeners, middleware, and settings of ``ConnectionConfig`` and
/// those of the provider. A provider is a value: change the settings of a copy. Responses are validated by the target's
/// ``TargetType/validationType``.
public struct Provider<Target: TargetType>: Sendable {
  /// Creates the endpoint of a target.
  public typealias EndpointClosure = @Sendable (_ target: Target) -> Endpoint
  /// Creates the request of an endpoint. It may suspend.
  public typealias RequestClosure = @Sendable (_ endpoint: Endpoint) async throws -> Request
  /// Decides whether a target is answered without a network.
  public typealias StubClosure = @Sendable (_ target: Target) -> StubBehavior

  let endpoint: EndpointClosure?
  let request: RequestClosure?
  let stub: StubClosure
  let plugins: [any PluginType]
  var options: ConnectionOptions.Shared?

  /// The connector that sends requests. Defaults to `nil`, which uses the one that ``ConnectionConfig/httpConnector``
  /// creates for each request.
  public var httpConnector: (any HTTPConnector)?

  /// The middleware of every request, after that of ``ConnectionConfig``.
  public var middleware: [Middleware]

  /// The listeners for the start and the end of every request.
  public var listeners: [any ConnectionListener] = []

  /// The listeners for every response.
  public var responseListeners: [any ConnectionResponseListener] = []

  /// The listeners for every failure.
  public var errorListeners: [any ConnectionErrorListener] = []

  /// Whether results are delivered on the main thread. Defaults to `nil`, which uses the setting of
  /// ``ConnectionConfig``.
  public var callbackInMainThread: Bool?

  /// Whether requests are logged, without secrets. Defaults to `nil`, which uses the setting of ``ConnectionConfig``.
  public var isLogEnabled: Bool?

  /// The holder that keeps the requests alive while they run, and can cancel them all. Defaults to the holder of the
  /// options: ``ConnectionHolder/shared``, or a client's.
  public var holder: ConnectionHolder {
    get { ownHolder ?? (options ?? ConnectionConfig.shared.shared).options.holder }
    set { ownHolder = newValue }
  }

  private(set) var ownHolder: ConnectionHolder?

  /// The decoder of `Decodable` models for requests without one. Defaults to `nil`, which uses the decoder of the
  /// options.
  public var decoder: (any ResponseDecoder)?

  /// Creates a provider. All parameters have defaults.
  ///
  /// - Parameters:
  ///   - endpoint: Creates the endpoint of a target for each request. Defaults to ``Endpoint/init(_:)``.
  ///   - request: Creates the request of an endpoint. Defaults to ``RequestSpec/request(urlEncoder:)``. It may suspend,
  ///     to wait for a token, for example. If it throws, the error is `.invalidRequest`. Listeners receive the request
  ///     that the endpoint creates itself.
  ///   - stub: Whether a target is answered without a network. Defaults to ``StubBehavior/never``.
  ///   - plugins: Observe requests and responses, and may change them.
  ///   - middleware: The middleware of every request.
  ///   - sharesInFlight: Whether identical requests in flight share one exchange, as with
  ///     ``Middleware/coalesce(ignoring:)``, across all copies of the provider. Defaults to `false`.
  ///   - httpConnector: The connector that sends requests. Defaults to that of ``ConnectionConfig``.
  ///   - callbackInMainThread: Whether results are delivered on the main thread. Defaults to the setting of
  ///     ``ConnectionConfig``.
  public init(
    endpoint: EndpointClosure? = nil,
    request: RequestClosure? = nil,
    stub: @escaping StubClosure = { _ in .never },
    plugins: [any PluginType] = [],
    middleware: [Middleware] = [],
    sharesInFlight: Bool = false,
    httpConnector: (any HTTPConnector)? = nil,
    callbackInMainThread: Bool? = nil
  ) {
    self.endpoint = endpoint
    self.request = request
    self.stub = stub
    self.plugins = plugins
    self.middleware = sharesInFlight ? middleware + [.coalesce()] : middleware
    self.httpConnector = httpConnector
    self.callbackInMainThread = callbackInMainThread
  }

  /// Creates a provider that answers all its targets in the same way, without a network.
  ///
  /// - Parameters:
  ///   - stub: How targets are answered.
  ///   - plugins: Observe requests and responses, and may change them.
  ///   - middleware: The middleware of every request.
  ///   - callbackInMainThread: Whether results are delivered on the main thread. Defaults to the setting of
  ///     ``ConnectionConfig``.
  public init(
    stub: StubBehavior,
    plugins: [any PluginType] = [],
    middleware: [Middleware] = [],
    callbackInMainThread: Bool? = nil
  ) {
    self.init(
      stub: { _ in stub },
      plugins: plugins,
      middleware: middleware,
      callbackInMainThread: callbackInMainThread
    )
  }

  /// Returns the endpoint of a target, from which its request is created.
  public func endpoint(for target: Target) -> Endpoint { endpoint?(target) ?? Endpoint(innermost(of: target)) }

  /// Returns the target itself, or the one that a ``MultiTarget`` wraps.
  func innermost(of target: Target) -> any TargetType { Target.self == MultiTarget.self ? target.innermost : target }
}
