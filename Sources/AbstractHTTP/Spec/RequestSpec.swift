public import Foundation

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
/// > Important: `body` is a *method*, and `headers` is *not* optional. A property `body`, or an optional `headers`,
/// > compiles and is ignored.
public protocol RequestSpec: Sendable {
  /// The address: an absolute `http` or `https` URL, which may have a query already. What a URL cannot hold, such as
  /// spaces and Japanese, is percent-encoded; what cannot be understood fails the connection with `.invalidURL`.
  var url: String { get }

  /// The method. `GET` by default.
  var httpMethod: HTTPMethod { get }

  /// The headers. None by default.
  var headers: [String: String] { get }

  /// Parameters to append to the query of the URL. None by default.
  var urlQuery: URLQuery? { get throws }

  /// The data to send after the headers. None by default.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  func body() throws -> Data?

  /// What to send after the headers, where that is more than data: a file, with its type, or the content of a
  /// ``MultipartFormData``. ``body()`` by default; a spec that implements this one needs no `body`.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  func content() throws -> RequestBody?

  /// Where the body of the response is written, as it comes. The memory by default: ``Response/data``.
  var destination: DownloadDestination? { get }

  /// Whether middleware must not put a credential into the request: the request of a login, for example. `false` by default.
  var omitsCredentials: Bool { get }
}

extension RequestSpec {
  /// `GET`.
  public var httpMethod: HTTPMethod { .get }

  /// No headers.
  public var headers: [String: String] { [:] }

  /// No parameters.
  public var urlQuery: URLQuery? { nil }

  /// No body.
  public func body() throws -> Data? { nil }

  /// The data of ``body()``.
  public func content() throws -> RequestBody? { try body().map { RequestBody($0) } }

  /// The memory.
  public var destination: DownloadDestination? { nil }

  /// `false`.
  public var omitsCredentials: Bool { false }
}

extension RequestSpec {
  /// Makes the request as a connection does; for tests of a spec, and for transports of your own.
  ///
  /// - Parameter urlEncoder: encodes the parameters; ``DefaultURLEncoder`` by default.
  /// - Throws: ``ConnectionError`` of type `.invalidURL` (with ``InvalidURL``) or `.invalidRequest` (with
  ///   ``InvalidRequest``, or what the spec threw).
  public func request(urlEncoder: any URLEncoder = DefaultURLEncoder()) throws(ConnectionError) -> Request {
    try request(urlEncoder: urlEncoder) { $0 }
  }

  /// - Parameter resolve: Makes the URL absolute.
  func request(
    urlEncoder: any URLEncoder,
    at resolve: (String) -> String
  ) throws(ConnectionError) -> Request {
    do {
      let query = try urlQuery?.string(urlEncoder: urlEncoder)
      let url = try URL(http: resolve(url), appending: query)
      var request = Request(
        url: url,
        httpMethod: httpMethod,
        headers: HTTPHeaders(headers),
        body: try content(),
        destination: destination
      )
      if omitsCredentials { request.context[OmitsCredentialsKey.self] = true }
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
