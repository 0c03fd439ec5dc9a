public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What is sent to an API: the half of its specification that makes the request.
///
/// Say what differs from a plain GET, and nothing else:
///
/// ```swift
/// struct Search: RequestSpec {
///   let words: String
///   let url = "https://api.example.com/search"
///   var urlQuery: URLQuery? { ["q": words] }
/// }
/// ```
///
/// Every member is read anew at each `start()` and `restart()`, so a computed one may hold the time, or a fresh token.
///
/// A member of a name below is never ignored. One of a similar type is read: headers that are a dictionary or optional, a
/// property `body`, a method that is a `String`. One of any other type fails the connection with ``UnreadMember``.
/// <doc:Traps> lists what remains.
///
/// What specs share is a protocol of yours that refines this one, with defaults in an extension. A class must be `final`:
/// members that a subclass adds to those that its superclass takes from this protocol would be ignored.
public protocol RequestSpec: _RequestSpecMembers, Sendable {
  /// The address: an absolute `http` or `https` URL, which may have a query already. What a URL cannot hold, such as
  /// spaces and Japanese, is percent-encoded; what cannot be understood fails the connection with `.invalidURL`.
  var url: String { get }

  /// The method. `GET` by default.
  var httpMethod: HTTPMethod { get }

  /// The headers. None by default.
  ///
  /// They may also be a `[String: String]`, optional or not.
  var headers: HTTPHeaders { get }

  /// Parameters to append to the query of the URL. None by default.
  var urlQuery: URLQuery? { get throws }

  /// The data to send after the headers. None by default.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  func body() throws -> Data?

  /// The data to send after the headers, with its type. None by default; ``content()`` is the same by another name.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  @_documentation(visibility: internal)
  @_disfavoredOverload func body() throws -> RequestBody?

  /// What to send after the headers, where that is more than data: a file, with its type, or the content of a
  /// ``MultipartFormData``. ``body()`` by default; a spec that implements this one needs no `body`.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  func content() throws -> RequestBody?

  /// The file that the body of the response is written to, as it comes. None by default.
  var destination: DownloadDestination? { get }

  /// Where the body of the response goes. By default the file of ``destination``, or memory if there is none.
  ///
  /// A connection whose model is a ``ResponseStream`` takes a `.stream`, whatever this says.
  var delivery: ResponseDelivery { get }

  /// For how long no byte may travel before the exchange fails, in seconds. As the connector says by default; see
  /// ``Request/timeoutInterval``.
  var timeoutInterval: TimeInterval? { get }

  /// How caches are used. As the connector says by default; see ``Request/cachePolicy``.
  var cachePolicy: URLRequest.CachePolicy? { get }

  /// Whether middleware must not put a credential into the request: the request of a login, for example. `false` by default.
  var omitsCredentials: Bool { get }

  /// Values that go along with the request, for middleware, and are never sent. None by default.
  var context: RequestContext { get }
}

extension RequestSpec {
  /// `GET`.
  public var httpMethod: HTTPMethod { .get }

  /// No headers.
  public var headers: HTTPHeaders { [:] }

  /// No parameters.
  public var urlQuery: URLQuery? { nil }

  /// No body.
  public func body() throws -> Data? { nil }

  /// No body.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func body() throws -> RequestBody? { nil }

  /// What ``body()`` says, or a property `body`.
  public func content() throws -> RequestBody? { try writtenBody() }

  /// `nil`.
  public var destination: DownloadDestination? { nil }

  /// The file of ``destination``, or memory if there is none.
  public var delivery: ResponseDelivery { destination.map { .file($0) } ?? .memory }

  /// As the connector says.
  public var timeoutInterval: TimeInterval? { nil }

  /// As the connector says.
  public var cachePolicy: URLRequest.CachePolicy? { nil }

  /// `false`.
  public var omitsCredentials: Bool { false }

  /// No values.
  public var context: RequestContext { RequestContext() }
}

extension RequestSpec {
  /// Makes the request as a connection does; for tests of a spec, and for transports of your own.
  ///
  /// - Parameter urlEncoder: encodes the parameters; ``DefaultURLEncoder`` by default.
  /// - Throws: ``ConnectionError`` of type `.invalidURL` (with ``InvalidURL``) or `.invalidRequest` (with
  ///   ``InvalidRequest``, ``UnreadMember``, or what the spec threw).
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
      let url = try URL(http: resolve(_address()), appending: query?.string(urlEncoder: urlEncoder))
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

/// The specification of one API: what is sent, and what is made of the response.
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let url = "https://api.example.com/users/1"
/// }
/// Connection(GetUser()) { user in print(user.name) }.start()
/// ```
///
/// Where requests and responses vary apart, write them apart, and give a ``Connection`` one of each.
public protocol ConnectionSpec: RequestSpec, ResponseSpec {}

/// Whether middleware must not put a credential into a request.
enum OmitsCredentialsKey: RequestContextKey { typealias Value = Bool }
