import Foundation

/// Sends the targets of an API, and makes models of their responses.
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
/// Every request is a ``Connection`` of its own, with the listeners, middleware and settings of ``ConnectionConfig`` and those
/// of the provider, which is a value: change a copy's. Its responses are validated by the target's
/// ``TargetType/validationType``.
public struct Provider<Target: TargetType>: Sendable {
  /// Makes the endpoint of a target.
  public typealias EndpointClosure = @Sendable (_ target: Target) -> Endpoint
  /// Makes the request of an endpoint, and may wait for what that takes.
  public typealias RequestClosure = @Sendable (_ endpoint: Endpoint) async throws -> Request
  /// Says whether a target is answered without a network.
  public typealias StubClosure = @Sendable (_ target: Target) -> StubBehavior

  let endpoint: EndpointClosure?
  let request: RequestClosure?
  let stub: StubClosure
  let plugins: [any PluginType]
  var options: ConnectionOptions.Shared?

  /// How the bytes travel; `nil`, the default, for what ``ConnectionConfig/httpConnector`` makes for each request.
  public var httpConnector: (any HTTPConnector)?

  /// The middleware of every request, after that of ``ConnectionConfig``.
  public var middleware: [Middleware]

  /// The watchers of the beginning and the end of every request.
  public var listeners: [any ConnectionListener] = []

  /// The watchers of every response.
  public var responseListeners: [any ConnectionResponseListener] = []

  /// The watchers of every failure.
  public var errorListeners: [any ConnectionErrorListener] = []

  /// Whether results come on the main thread; `nil`, the default, for what ``ConnectionConfig`` says.
  public var callbackInMainThread: Bool?

  /// Whether requests are logged, without secrets; `nil`, the default, for what ``ConnectionConfig`` says.
  public var isLogEnabled: Bool?

  /// What keeps the requests alive while they run, to cancel them all. By default the holder of the
  /// options: ``ConnectionHolder/shared``, or a client's.
  public var holder: ConnectionHolder {
    get { ownHolder ?? (options ?? ConnectionConfig.shared.shared).options.holder }
    set { ownHolder = newValue }
  }

  private(set) var ownHolder: ConnectionHolder?

  /// Reads `Decodable` models if a request has no decoder of its own; `nil`, the default, for the decoder of the options.
  public var decoder: (any ResponseDecoder)?

  /// Makes a provider; all can be left out.
  ///
  /// - Parameters:
  ///   - endpoint: Makes the endpoint of a target, anew for each request; by default ``Endpoint/init(_:)``.
  ///   - request: Makes the request of an endpoint; by default ``RequestSpec/request(urlEncoder:)``. It may wait, for a token say,
  ///     and what it throws fails with `.invalidRequest`. Listeners hear of the request that the endpoint makes by itself.
  ///   - stub: Whether a target is answered without a network; ``StubBehavior/never`` by default.
  ///   - plugins: See requests and responses, and may change them.
  ///   - middleware: The middleware of every request.
  ///   - sharesInFlight: Whether requests that are the same are sent only once while one of them is in flight, as
  ///     ``Middleware/coalesce(ignoring:)`` says, by all copies of the provider together. `false` by default.
  ///   - httpConnector: How the bytes travel; by default as ``ConnectionConfig`` says.
  ///   - callbackInMainThread: Whether results come on the main thread; by default as ``ConnectionConfig`` says.
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

  /// Makes a provider that answers all its targets without a network, in the same way.
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

  /// What the provider makes of a target, before it makes a request of that.
  public func endpoint(for target: Target) -> Endpoint { endpoint?(target) ?? Endpoint(innermost(of: target)) }

  /// The target itself, or the one that a ``MultiTarget`` has in it.
  func innermost(of target: Target) -> any TargetType { Target.self == MultiTarget.self ? target.innermost : target }
}
