public import Foundation

/// A request as it is sent.
///
/// It is made of a ``RequestSpec`` at each start, changed by middleware, and exchanged by a ``HTTPConnector``.
public struct Request: Sendable, Hashable {
  /// The absolute address, `http` or `https`, its query included.
  public var url: URL {
    get { storage.url }
    _modify {
      storage = storage.copyWithoutAddress()
      yield &storage.url
    }
  }

  /// The method. `GET` by default.
  public var httpMethod: HTTPMethod {
    get { storage.httpMethod }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.httpMethod
    }
  }

  /// The headers. The transport adds those that it needs itself, such as `Host` and `Content-Length`.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.headers
    }
  }

  /// What is sent after the headers; `nil` for nothing.
  public var body: RequestBody? {
    get { storage.body }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.body
    }
  }

  /// Where the body of the response goes. Into memory by default.
  public var delivery: ResponseDelivery {
    get { storage.delivery }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.delivery
    }
  }

  /// The file that the body of the response is written to; `nil` if ``delivery`` isn't `.file`. Setting `nil` stands for
  /// `.memory`.
  public var destination: DownloadDestination? {
    get { delivery.destination }
    set { delivery = newValue.map { .file($0) } ?? .memory }
  }

  /// Values that go along with the request and are never sent; requests that differ only in them are equal.
  public var context: RequestContext {
    get { storage.context }
    _modify {
      RequestStorage.makeUnique(&storage)
      yield &storage.context
    }
  }

  // One reference, since a request is copied from stage to stage.
  var storage: RequestStorage

  /// Makes a request. Whether it can be sent is checked by ``validate()``.
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

  /// Creates a request whose response goes to a place. ``validate()`` checks whether it can be sent.
  public init(
    url: URL,
    httpMethod: HTTPMethod = .get,
    headers: HTTPHeaders = [:],
    body: RequestBody? = nil,
    delivery: ResponseDelivery
  ) {
    storage = RequestStorage(url, httpMethod, headers, body, delivery, RequestContext())
  }

  /// Checks that the method and the headers can be sent as they are: no name but a token, no value with a line break
  /// or another control character in it (RFC 9110 §5.5, §5.6.2).
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
  /// The method, by the name that it has in AbstractHTTP-iOS and Alamofire: ``httpMethod``.
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
  public var description: String { "\(httpMethod) \(Redaction.text(of: url, SecretNames(confidentialParameters)))" }
}

/// Why a request cannot be sent.
public enum InvalidRequest: AbstractHTTPError, Hashable {
  /// The method is not a token.
  case method(HTTPMethod)
  /// A header's name is empty or not a token.
  case headerName(String)
  /// A header's value has a line break or another control character; the value is not repeated here.
  case headerValue(name: String)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .method(let method): "the method \(method.rawValue.debugDescription) is not a token"
    // NB: what stands after a colon is a value that got into the name, and may be a secret.
    case .headerName(let name): "the header name \(name.prefix { $0 != ":" }.debugDescription) is not a token"
    case .headerValue(let name): "the value of the header \(name) has a control character in it"
    }
  }
}

extension InvalidRequest {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
