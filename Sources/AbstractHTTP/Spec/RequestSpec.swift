public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The request of an API call: the half of a spec that describes what to send.
///
/// Only declare what differs from a plain GET:
///
/// ```swift
/// struct Search: RequestSpec {
///   let words: String
///   let url = "https://api.example.com/search"
///   var urlQuery: URLQuery? { ["q": words] }
/// }
/// ```
///
/// Every member is read again at each `start()` and `restart()`, so a computed property can return the time, or a fresh
/// token.
///
/// A member with one of these names is never ignored. Similar types are read: headers that are a dictionary or
/// optional, a property `body`, or a method that is a `String`. Any other type fails the connection with
/// ``UnreadMember``. <doc:Traps> lists the exceptions.
///
/// To share members between specs, declare a protocol that refines this one, with defaults in an extension. A class
/// must be `final`, because members that a subclass adds to its superclass's defaults would be ignored.
public protocol RequestSpec: _RequestSpecMembers, Sendable {
  /// The address: an absolute `http` or `https` URL, which may include a query. Characters that a URL can't contain,
  /// such as spaces and Japanese, are percent-encoded. An invalid URL fails the connection with `.invalidURL`.
  var url: String { get }

  /// The method. Defaults to `GET`.
  var httpMethod: HTTPMethod { get }

  /// The headers. Defaults to none.
  ///
  /// You can also declare a `[String: String]`, optional or not.
  var headers: HTTPHeaders { get }

  /// The parameters to append to the query of the URL. Defaults to none.
  var urlQuery: URLQuery? { get throws }

  /// Returns the data to send after the headers. Defaults to none.
  ///
  /// If it throws, the connection fails with `.invalidRequest`.
  func body() throws -> Data?

  /// Returns the data to send after the headers, with its type. Defaults to none. ``content()`` is the same with
  /// another name.
  ///
  /// If it throws, the connection fails with `.invalidRequest`.
  @_documentation(visibility: internal)
  @_disfavoredOverload func body() throws -> RequestBody?

  /// Returns the content to send after the headers, if it isn't plain data: a file with its type, or the content of a
  /// ``MultipartFormData``. Defaults to ``body()``. A spec that implements this method needs no `body`.
  ///
  /// If it throws, the connection fails with `.invalidRequest`.
  func content() throws -> RequestBody?

  /// The file to which the body of the response is written as it arrives. Defaults to none.
  var destination: DownloadDestination? { get }

  /// The place where the response's body is delivered. Defaults to the file of ``destination``, or to memory without
  /// one.
  ///
  /// A connection whose model is a ``ResponseStream`` always uses `.stream`.
  var delivery: ResponseDelivery { get }

  /// The longest time in seconds without any transferred byte before the exchange fails. Defaults to the connector's;
  /// see ``Request/timeoutInterval``.
  var timeoutInterval: TimeInterval? { get }

  /// The cache policy of the request. Defaults to the connector's; see ``Request/cachePolicy``.
  var cachePolicy: URLRequest.CachePolicy? { get }

  /// Whether middleware must not add credentials to the request, for a login, for example. Defaults to `false`.
  var omitsCredentials: Bool { get }

  /// Values that accompany the request, for middleware, and are never sent. Defaults to none.
  var context: RequestContext { get }

  /// Options that override the connector's settings, and that the connector must honor: see ``RequestOption``. Empty by
  /// default.
  var requestOptions: RequestOptions { get }
}

extension RequestSpec {
  /// The default method, `GET`.
  public var httpMethod: HTTPMethod { .get }

  /// No headers, by default.
  public var headers: HTTPHeaders { [:] }

  /// No parameters, by default.
  public var urlQuery: URLQuery? { nil }

  /// Returns `nil`: by default, there is no body.
  public func body() throws -> Data? { nil }

  /// Returns `nil`: by default, there is no body.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func body() throws -> RequestBody? { nil }

  /// Returns ``body()``, or a property `body`, by default.
  public func content() throws -> RequestBody? { try writtenBody() }

  /// No destination, by default.
  public var destination: DownloadDestination? { nil }

  /// The file of ``destination``, or memory if there is none.
  public var delivery: ResponseDelivery { destination.map { .file($0) } ?? .memory }

  /// The connector's timeout, by default.
  public var timeoutInterval: TimeInterval? { nil }

  /// The connector's cache policy, by default.
  public var cachePolicy: URLRequest.CachePolicy? { nil }

  /// By default, `false`: credentials are sent.
  public var omitsCredentials: Bool { false }

  /// No values, by default.
  public var context: RequestContext { RequestContext() }

  /// No options.
  public var requestOptions: RequestOptions { RequestOptions() }
}

extension RequestSpec {
  /// Creates the request as a connection does. Use it to test a spec, or in a custom transport.
  ///
  /// - Parameter urlEncoder: Encodes the parameters. Defaults to a ``DefaultURLEncoder``.
  /// - Throws: ``ConnectionError`` of type `.invalidURL` (with ``InvalidURL``) or `.invalidRequest` (with
  ///   ``InvalidRequest``, ``UnreadMember``, or the spec's own error).
  public func request(urlEncoder: any URLEncoder = DefaultURLEncoder()) throws(ConnectionError) -> Request {
    try request(urlEncoder: urlEncoder) { $0 }
  }

  /// - Parameter resolve: Makes the URL absolute.
  func request(
    urlEncoder: any URLEncoder,
    at resolve: (String) -> String
  ) throws(ConnectionError) -> Request {
    if let inner = _inner {
      var request = try inner.request(urlEncoder: urlEncoder, at: resolve)
      if let url = _innerURL { request.url = url }
      return request
    }
    do {
      #if DEBUG
        UnreadMembers.warn(of: self)
      #endif
      let query = try writtenQuery()
      let address = try resolve(_address())
      let unix = try UnixAddress(address)
      let url = try URL(http: unix?.url ?? address, appending: query?.string(urlEncoder: urlEncoder))
      var request = Request(
        url: url,
        httpMethod: try writtenMethod(),
        headers: try writtenHeaders(),
        body: try content(),
        delivery: _destination().map { .file($0) } ?? delivery
      )
      try refuseUnsentParameters(of: request, query: query)
      let context = context
      if !context.isEmpty { request.context = context }
      let options = requestOptions
      if !options.isEmpty { request.options.add(options) }
      if let unix { request.options[UnixSocket.self] = unix.socket }
      if omitsCredentials { request.context[OmitsCredentialsKey.self] = true }
      if let timeout = try writtenTimeout() { request.timeoutInterval = timeout }
      if let policy = try writtenCachePolicy() { request.cachePolicy = policy }
      try request.validate()
      return request
    } catch let error as InvalidURL {
      throw ConnectionError(.invalidURL, nativeError: error)
    } catch {
      throw ConnectionError(.invalidRequest, thrown: error)
    }
  }
}

/// The spec of a call: its request, and how its response becomes a model.
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let url = "https://api.example.com/users/1"
/// }
/// Connection(GetUser()) { user in print(user.name) }.start()
/// ```
///
/// If requests and responses vary independently, write separate specs, and give a ``Connection`` one of each.
public protocol ConnectionSpec: RequestSpec, ResponseSpec {}

/// Whether middleware must not add credentials to a request.
enum OmitsCredentialsKey: RequestContextKey { typealias Value = Bool }
