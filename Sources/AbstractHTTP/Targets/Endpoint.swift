public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A copy of a target's request parts, which can be changed before the provider creates the request.
///
/// ```swift
/// let github = Provider<GitHub>(endpoint: { target in
///   Endpoint(target).adding(newHTTPHeaderFields: ["Accept-Language": language()])
/// })
/// ```
///
/// A new endpoint is created for each request. It is also a ``RequestSpec``: `try endpoint.request()` creates its
/// request.
public struct Endpoint: RequestSpec {
  /// The target that it was created from. For a ``MultiTarget``, the wrapped target.
  public let target: any TargetType

  /// The address, without the parameters of the task.
  public var url: String

  /// The method.
  public var httpMethod: HTTPMethod

  /// The headers.
  public var headers: HTTPHeaders

  /// The response of a stub, unless the stub has its own. Defaults to the target's ``TargetType/sampleData`` with
  /// status 200.
  public var sampleResponse: @Sendable () -> EndpointSampleResponse

  /// The longest time in seconds without any transferred byte; `nil` for the connector's timeout.
  public var timeoutInterval: TimeInterval?

  /// The cache policy; `nil` for the connector's policy.
  public var cachePolicy: URLRequest.CachePolicy?

  private var replacement: RequestTask?
  /// The reason why the target can't be sent.
  private var refusal: (any Error)?

  /// Creates the endpoint of a target.
  public init(_ target: any TargetType) {
    let target = target.innermost
    self.target = target
    url = target.address
    httpMethod = target.method
    headers = target.headers
    do {
      headers = try target.writtenHeaders()
      _ = try target.writtenMethod()
      timeoutInterval = try target.writtenTimeout()
      cachePolicy = try target.writtenCachePolicy()
    } catch {
      refusal = error
    }
    sampleResponse = { .networkResponse(200, target.sampleData) }
  }

  /// The payload, and the place of the response.
  public var task: RequestTask {
    get { replacement ?? target.task }
    set { replacement = newValue }
  }

  /// Returns a copy with additional headers, which replace those with the same name.
  public func adding(newHTTPHeaderFields headers: [String: String]) -> Endpoint {
    with { $0.headers = $0.headers.merging(HTTPHeaders(headers)) }
  }

  /// Returns a copy with another task.
  public func replacing(task: RequestTask) -> Endpoint { with { $0.task = task } }

  /// Returns a copy with another sample response for stubs.
  public func replacing(sampleResponse: EndpointSampleResponse) -> Endpoint {
    with { $0.sampleResponse = { sampleResponse } }
  }

  private func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Endpoint {
  /// Whether to use the target's own query and body, which it may implement itself.
  private var isUnchanged: Bool {
    guard replacement == nil else { return false }
    guard httpMethod != target.method else { return true }
    // For these, the method determines where the parameters go.
    return switch target.task {
    case .requestParameters, .requestCompositeParameters, .downloadParameters: false
    default: true
    }
  }

  /// The parameters of the task that go into the query.
  public var urlQuery: URLQuery? {
    get throws {
      if let refusal { throw refusal }
      try target.checkPath()
      guard !isUnchanged else { return try target.writtenQuery() }
      return try task.query(for: httpMethod)
    }
  }

  /// Returns the body of the task.
  public func content() throws -> RequestBody? {
    try isUnchanged ? target.content() : task.content(for: httpMethod)
  }

  /// Whether the target omits credentials.
  public var omitsCredentials: Bool { target.omitsCredentials }

  /// The options of the target.
  public var requestOptions: RequestOptions { target.requestOptions }

  /// The file that the task names for the response; `nil` for memory.
  public var destination: DownloadDestination? {
    isUnchanged ? target._destination() : task.destination
  }

  /// The delivery of the response: the target's, or that of another task.
  public var delivery: ResponseDelivery {
    destination.map { .file($0) } ?? (isUnchanged ? target.delivery : .memory)
  }
}

extension Endpoint: CustomReflectable {
  /// The parts of the endpoint without secrets, and the target's type.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "target": "\(type(of: target))", "url": Redaction.text(ofRefusedURL: url), "httpMethod": httpMethod.rawValue,
        "headers": headers, "task": replacement as Any,
      ],
      displayStyle: .struct
    )
  }
}
