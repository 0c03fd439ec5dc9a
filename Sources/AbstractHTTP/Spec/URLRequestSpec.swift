#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A spec that sends a `URLRequest`.
///
/// ```swift
/// let connection = Connection(requestSpec: URLRequestSpec(urlRequest), responseSpec: UserResponse())
/// ```
///
/// See ``Request/init(_:)`` for the properties that are used. If a property isn't supported, the connection fails with
/// `.invalidURL` or `.invalidRequest`.
public struct URLRequestSpec: RequestSpec {
  private let request: Result<Request, ConnectionError>
  private let address: String

  /// Creates a spec from a `URLRequest`. A body stream can be sent once.
  public init(_ urlRequest: URLRequest) {
    request = Result { () throws(ConnectionError) in try Request(urlRequest) }
    address = urlRequest.url?.absoluteString ?? ""
  }

  /// The address of the request.
  public var url: String { address }

  /// The method of the request.
  public var httpMethod: HTTPMethod { (try? request.get())?.httpMethod ?? .get }

  /// The headers of the request, and those that represent its cache policy.
  public var headers: HTTPHeaders { (try? request.get())?.headers ?? [:] }

  /// Returns the body of the request.
  ///
  /// - Throws: ``UnsupportedURLRequest`` or ``InvalidRequest``.
  public func content() throws -> RequestBody? {
    do throws(ConnectionError) {
      return try request.get().body
    } catch {
      throw error.nativeError ?? error
    }
  }

  /// The timeout, the cache policy, and whether cookies are used.
  public var context: RequestContext { (try? request.get())?.context ?? RequestContext() }
}

extension URLRequestSpec: CustomReflectable {
  /// The request without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["request": request as Any], displayStyle: .struct) }
}
