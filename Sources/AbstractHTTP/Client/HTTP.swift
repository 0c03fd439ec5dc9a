public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A call in one chain, without a spec: a request, and how its response becomes a model.
///
/// ```swift
/// HTTP("https://api.example.com/users")
///   .httpMethod(.post)
///   .body(json)
///   .addOnError { error, response, model in print(error) }
///   .fetch(User.self) { user in print(user.name) }
///
/// let text = try await HTTP("https://example.com/").fetchString().value
/// ```
///
/// `HTTP` is a value: each setter returns a changed copy, so a partly configured one can serve as a template. Each
/// `fetch…` method starts a ``Connection`` with all its documented behavior: it returns the connection if you pass a
/// closure, and its promise otherwise. A closure in code of the main actor is isolated to it, and runs on the main
/// thread:
///
/// ```swift
/// HTTP("https://example.com/").fetchString { [label] in label.text = $0 }       // in a view controller
/// ```
public struct HTTP: Sendable {
  var spec: HTTPRequestSpec
  var validate: (@Sendable (Response) throws -> Bool)?
  var options: ConnectionOptions.Shared?
  var setup: [@Sendable (any ConfigurableConnection) -> Void] = []
  var connectorSetup: [@Sendable (DefaultHTTPConnector) -> Void] = []

  /// Creates a call to an absolute `http` or `https` URL.
  public init(_ url: String) { spec = HTTPRequestSpec(url: url) }

  /// Creates a call from the properties of a `URLRequest` that ``Request/init(_:)`` names. Setters change them.
  ///
  /// If a property isn't supported, the connection fails with `.invalidURL` or `.invalidRequest`. A body stream can be
  /// sent once.
  public init(_ urlRequest: URLRequest) {
    let origin = URLRequestSpec(urlRequest)
    spec = HTTPRequestSpec(url: origin.url, httpMethod: origin.httpMethod, headers: origin.headers)
    spec.origin = origin
    spec.makeContent = { try origin.content() }
  }

  /// Begins with the address: an absolute `http` or `https` URL.
  public init(_ url: URL) { self.init(url.absoluteString) }

  init(_ url: String, options: ConnectionOptions.Shared) {
    spec = HTTPRequestSpec(url: url)
    self.options = options
  }

  /// Sets the method. Defaults to `GET`.
  public func httpMethod(_ httpMethod: HTTPMethod) -> HTTP { with { $0.spec.httpMethod = httpMethod } }

  /// Sets the headers.
  public func headers(_ headers: HTTPHeaders) -> HTTP { with { $0.spec.headers = headers } }

  /// Sets the headers, ordered by name.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func headers(_ headers: [String: String]) -> HTTP { self.headers(HTTPHeaders(headers)) }

  /// Sets one header, and leaves the others as they are.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/feed").header("Accept", "application/atom+xml")
  /// ```
  public func header(_ name: String, _ value: String) -> HTTP { with { $0.spec.headers[name] = value } }

  /// Sets the parameters that are appended to the URL's query.
  public func urlQuery(_ urlQuery: URLQuery) -> HTTP { with { $0.spec.urlQuery = urlQuery } }

  /// Sets the file for the body of the response, for a `fetch…` method; see ``download(to:)``.
  public func destination(_ destination: DownloadDestination) -> HTTP { with { $0.spec.destination = destination } }

  /// Sets the longest time in seconds without any transferred byte: see ``Request/timeoutInterval``.
  ///
  /// - Parameter seconds: The timeout in seconds.
  public func timeoutInterval(_ seconds: TimeInterval) -> HTTP { with { $0.spec.timeoutInterval = seconds } }

  /// Sets the cache policy: see ``Request/cachePolicy``.
  public func cachePolicy(_ policy: URLRequest.CachePolicy) -> HTTP { with { $0.spec.cachePolicy = policy } }

  /// Sets an option that overrides the connector's setting, and that the connector must honor: see ``RequestOption``.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/a").option(RedirectPolicy.never).fetchResponse()
  /// ```
  public func option(_ option: some RequestOption) -> HTTP { with { $0.spec.requestOptions.set(option) } }

  /// Sets a closure that validates the response. An error that it throws is the ``ConnectionError/nativeError``.
  ///
  /// By default, the status must be 200 to 299, and the type must match the request's `Accept`.
  public func validate(_ validate: @escaping @Sendable (Response) throws -> Bool) -> HTTP {
    with { $0.validate = validate }
  }

  func with(_ change: (inout HTTP) -> Void) -> HTTP {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Another name for ``HTTP``, for programs that import another module with a type of that name.
public typealias HTTPCall = HTTP

/// The request of an ``HTTP`` chain.
struct HTTPRequestSpec: RequestSpec {
  var url: String
  var httpMethod = HTTPMethod.get
  var headers: HTTPHeaders = [:]
  var urlQuery: URLQuery?
  var timeoutInterval: TimeInterval?
  var cachePolicy: URLRequest.CachePolicy?
  var makeContent: (@Sendable () throws -> RequestBody?)?
  var destination: DownloadDestination?
  var requestOptions = RequestOptions()
  /// The request that the chain started with, which may be invalid.
  var origin: URLRequestSpec?

  func content() throws -> RequestBody? {
    _ = try origin?.content()
    return try makeContent?()
  }

  var context: RequestContext { origin?.context ?? RequestContext() }
}

/// The response of an ``HTTP`` chain.
struct HTTPResponseSpec<ResponseModel: Sendable>: ResponseSpec {
  let isValid: (@Sendable (Response) throws -> Bool)?
  let parse: @Sendable (Response) throws -> ResponseModel

  func validate(response: Response) throws -> Bool {
    try isValid?(response) ?? (response.rejectionByDefault == nil)
  }

  func parseResponse(response: Response) throws -> ResponseModel { try parse(response) }
}

extension HTTP: CustomReflectable {
  /// The parts of the request without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["spec": spec], displayStyle: .struct) }
}

extension HTTPRequestSpec: CustomReflectable {
  var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "url": Redaction.text(ofRefusedURL: url), "httpMethod": httpMethod.rawValue, "headers": headers,
        "urlQuery": urlQuery as Any, "destination": destination as Any,
      ],
      displayStyle: .struct
    )
  }
}
