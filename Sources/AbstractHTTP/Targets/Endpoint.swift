public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a provider makes of a target: a copy to change, before a request is made of it.
///
/// ```swift
/// let github = Provider<GitHub>(endpoint: { target in
///   Endpoint(target).adding(newHTTPHeaderFields: ["Accept-Language": language()])
/// })
/// ```
///
/// It is made anew for each request. It is a ``RequestSpec`` too: `try endpoint.request()` makes its request.
public struct Endpoint: RequestSpec {
  /// The target that it was made of; of a ``MultiTarget``, the one in it.
  public let target: any TargetType

  /// The address, without the parameters of the task.
  public var url: String

  /// The method.
  public var httpMethod: HTTPMethod

  /// The headers.
  public var headers: HTTPHeaders

  /// What a stub answers, unless it says so itself. By default the target's ``TargetType/sampleData``, with status 200.
  public var sampleResponse: @Sendable () -> EndpointSampleResponse

  /// For how long no byte may travel, in seconds; `nil` for what the connector says.
  public var timeoutInterval: TimeInterval?

  /// How caches are used; `nil` for what the connector says.
  public var cachePolicy: URLRequest.CachePolicy?

  private var replacement: RequestTask?
  /// Why the target isn't sent as it is.
  private var refusal: (any Error)?

  /// Makes the endpoint of a target.
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

  /// What is sent, and where the response goes.
  public var task: RequestTask {
    get { replacement ?? target.task }
    set { replacement = newValue }
  }

  /// A copy with more headers; those of the same name are replaced.
  public func adding(newHTTPHeaderFields headers: [String: String]) -> Endpoint {
    with { $0.headers = $0.headers.merging(HTTPHeaders(headers)) }
  }

  /// A copy that sends something else.
  public func replacing(task: RequestTask) -> Endpoint { with { $0.task = task } }

  /// A copy whose stub answers something else.
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
  /// Whether the target's own query and body are meant, which may be of its own making.
  private var isUnchanged: Bool {
    guard replacement == nil else { return false }
    guard httpMethod != target.method else { return true }
    // Where these put their parameters is for the method to say.
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

  /// The body of the task.
  public func content() throws -> RequestBody? {
    try isUnchanged ? target.content() : task.content(for: httpMethod)
  }

  /// Whether the target omits credentials.
  public var omitsCredentials: Bool { target.omitsCredentials }

  /// Where the task says that the response goes; `nil` for the memory.
  public var destination: DownloadDestination? {
    isUnchanged ? target._destination() : task.destination
  }

  /// Where the response goes: as the target says, or as another task does.
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
