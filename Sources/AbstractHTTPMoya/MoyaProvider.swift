public import Foundation

extension Provider {
  /// Creates a provider with Moya's labels.
  ///
  /// - Parameters:
  ///   - endpointClosure: Creates the endpoint of a target.
  ///   - stubClosure: Returns whether a target is answered without a network.
  ///   - plugins: Observe requests and responses, and may change them.
  ///   - trackInflights: Whether identical requests in flight share one exchange.
  @_disfavoredOverload
  public init(
    endpointClosure: @escaping EndpointClosure = { Endpoint($0) },
    stubClosure: @escaping StubClosure = { _ in .never },
    plugins: [any PluginType] = [],
    trackInflights: Bool = false
  ) {
    self.init(endpoint: endpointClosure, stub: stubClosure, plugins: plugins, sharesInFlight: trackInflights)
  }

  /// Creates the default endpoint of a target.
  public static func defaultEndpointMapping(for target: Target) -> Endpoint { Endpoint(target) }

  /// Never answers without a network.
  public static func neverStub(_ target: Target) -> StubBehavior { .never }

  /// Answers with the sample data.
  public static func immediatelyStub(_ target: Target) -> StubBehavior { .immediate }

  /// Returns a closure that answers with the sample data after some seconds.
  public static func delayedStub(_ seconds: TimeInterval) -> StubClosure { { _ in .delayed(seconds: seconds) } }
}

extension StubBehavior {
  /// Answers after some seconds, or at once if the number is negative or NaN.
  public static func delayed(seconds: TimeInterval) -> StubBehavior {
    guard seconds > 0 else { return .immediate }
    return .delayed(.seconds(min(seconds, 315_360_000)))
  }
}

extension Endpoint {
  /// Creates the sample response of a stub.
  public typealias SampleResponseClosure = @Sendable () -> EndpointSampleResponse

  /// Creates an endpoint from its parts.
  public init(
    url: String,
    sampleResponseClosure: @escaping SampleResponseClosure,
    method: HTTPMethod,
    task: RequestTask,
    httpHeaderFields: [String: String]?
  ) {
    let baseURL = URL(string: url) ?? URL(filePath: "/")
    self.init(PlainTarget(baseURL: baseURL, method: method, task: task, headers: HTTPHeaders(httpHeaderFields ?? [:])))
    self.url = url
    sampleResponse = sampleResponseClosure
  }

  /// The method.
  public var method: HTTPMethod { httpMethod }

  /// The headers. If a name occurs twice, its values are joined.
  public var httpHeaderFields: [String: String]? {
    Dictionary(headers.map { ($0.name, $0.value) }) { first, second in first + ", " + second }
  }

  /// Creates the sample response of a stub.
  public var sampleResponseClosure: SampleResponseClosure { sampleResponse }
}

/// The target of an endpoint that was created from its parts.
private struct PlainTarget: TargetType {
  let baseURL: URL
  let method: HTTPMethod
  let task: RequestTask
  let headers: HTTPHeaders
}

extension URL {
  /// Creates the address of a target, or its base URL if its path can't be part of a URL.
  public init(target: some TargetType) { self = URL(string: target.url) ?? target.baseURL }
}
