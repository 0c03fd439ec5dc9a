public import Foundation

/// An HTTP request.
///
/// It is created from a ``RequestSpec`` at each start, changed by middleware, and sent by an ``HTTPConnector``.
public struct Request: Sendable, Hashable {
  /// The absolute `http` or `https` URL, including its query.
  public var url: URL {
    get { storage.url }
    _modify {
      storage = storage.copyWithoutAddress()
      yield &storage.url
    }
  }

  /// The method. Defaults to `GET`.
  public var httpMethod: HTTPMethod {
    get { storage.httpMethod }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.httpMethod
    }
  }

  /// The headers. The transport adds the headers that it needs, such as `Host` and `Content-Length`.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.headers
    }
  }

  /// The body; `nil` for none.
  public var body: RequestBody? {
    get { storage.body }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.body
    }
  }

  /// Where to deliver the body of the response. Defaults to memory.
  public var delivery: ResponseDelivery {
    get { storage.delivery }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.delivery
    }
  }

  /// The file for the body of the response; `nil` if ``delivery`` isn't `.file`. Setting `nil` sets `.memory`.
  public var destination: DownloadDestination? {
    get { delivery.destination }
    set { delivery = newValue.map { .file($0) } ?? .memory }
  }

  /// Values that accompany the request and are never sent. Requests that differ only in them are equal.
  public var context: RequestContext {
    get { storage.context }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.context
    }
  }

  // One reference, because a request is copied from stage to stage.
  var storage: RequestStorage

  /// Creates a request. ``validate()`` checks whether it can be sent.
  ///
  /// - Parameters:
  ///   - url: The absolute `http` or `https` URL.
  ///   - httpMethod: The method. Defaults to `GET`.
  ///   - headers: The headers. Defaults to none.
  ///   - body: The body. Defaults to none.
  ///   - destination: The file for the body of the response. Defaults to none, which delivers it in memory.
  public init(
    url: URL,
    httpMethod: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: RequestBody? = nil,
    destination: DownloadDestination? = nil
  ) {
    let delivery = destination.map { ResponseDelivery.file($0) } ?? .memory
    storage = RequestStorage(url, httpMethod, headers, body, delivery, RequestContext())
  }

  /// Creates a request with a delivery for its response. ``validate()`` checks whether it can be sent.
  ///
  /// - Parameters:
  ///   - url: The absolute `http` or `https` URL.
  ///   - httpMethod: The method. Defaults to `GET`.
  ///   - headers: The headers. Defaults to none.
  ///   - body: The body. Defaults to none.
  ///   - delivery: Where to deliver the body of the response.
  public init(
    url: URL,
    httpMethod: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: RequestBody? = nil,
    delivery: ResponseDelivery
  ) {
    storage = RequestStorage(url, httpMethod, headers, body, delivery, RequestContext())
  }

  /// Checks that the method and the headers can be sent: names must be tokens, and values must not contain line breaks
  /// or other control characters (RFC 9110 §5.5, §5.6.2).
  ///
  /// - Throws: ``InvalidRequest``.
  public func validate() throws(InvalidRequest) {
    guard HTTPToken.isToken(httpMethod.rawValue) else { throw .method(httpMethod) }
    for field in headers {
      guard HTTPToken.isToken(field.name) else { throw .headerName(field.name) }
      guard HTTPToken.isFieldValue(field.value) else { throw .headerValue(name: field.name) }
    }
    if let contentType = body?.contentType, !HTTPToken.isFieldValue(contentType) {
      throw .headerValue(name: "Content-Type")
    }
  }
}

extension Request {
  /// The method, with the name that it has in AbstractHTTP-iOS and Alamofire: ``httpMethod``.
  public var method: HTTPMethod {
    get { httpMethod }
    set { httpMethod = newValue }
  }
}

extension Request {
  /// Compares everything except the context.
  public static func == (one: Request, other: Request) -> Bool {
    one.url == other.url && one.httpMethod == other.httpMethod && one.headers == other.headers && one.body == other.body
      && one.delivery == other.delivery
  }

  /// Hashes everything except the context.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(httpMethod)
    hasher.combine(headers)
    hasher.combine(body)
    hasher.combine(delivery)
  }
}

extension Request: CustomStringConvertible {
  /// The method and the address, without secrets.
  public var description: String { "\(httpMethod) \(redactedURL)" }

  /// The address without a user, a password, and the values of secret-looking parameters, for logs and traces.
  public var redactedURL: String { Redaction.text(of: url, SecretNames(confidentialParameters)) }
}

/// The reason why a request can't be sent.
public enum InvalidRequest: AbstractHTTPError, Hashable {
  /// The method isn't a token.
  case method(HTTPMethod)
  /// A header's name is empty or isn't a token.
  case headerName(String)
  /// A header's value contains a line break or another control character. The value isn't included here.
  case headerValue(name: String)

  /// A description of the reason.
  public var description: String {
    switch self {
    case .method(let method): "the method \(method.rawValue.debugDescription) is not a token"
    // NB: text after a colon is a value that got into the name, and may be secret.
    case .headerName(let name): "the header name \(name.prefix { $0 != ":" }.debugDescription) is not a token"
    case .headerValue(let name): "the value of the header \(name) has a control character in it"
    }
  }
}

extension InvalidRequest {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
