#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The spec of a request that is there as a `URLRequest`.
///
/// ```swift
/// let connection = Connection(requestSpec: URLRequestSpec(urlRequest), responseSpec: UserResponse())
/// ```
///
/// What is taken over is that of ``Request/init(_:)``. What can't be fails the connection with `.invalidURL` or
/// `.invalidRequest`.
public struct URLRequestSpec: RequestSpec {
  private let request: Result<Request, ConnectionError>
  private let address: String

  /// Creates a spec of a `URLRequest`. A body stream can be sent once.
  public init(_ urlRequest: URLRequest) {
    request = Result { () throws(ConnectionError) in try Request(urlRequest) }
    address = urlRequest.url?.absoluteString ?? ""
  }

  /// The address of the request.
  public var url: String { address }

  /// The method of the request.
  public var httpMethod: HTTPMethod { (try? request.get())?.httpMethod ?? .get }

  /// The headers of the request, and those that its cache policy becomes.
  public var headers: HTTPHeaders { (try? request.get())?.headers ?? [:] }

  /// The body of the request.
  ///
  /// - Throws: ``UnsupportedURLRequest`` or ``InvalidRequest``.
  public func content() throws -> RequestBody? {
    do throws(ConnectionError) {
      return try request.get().body
    } catch {
      throw error.nativeError ?? error
    }
  }

  /// The timeout, the cache policy, and whether there are cookies.
  public var context: RequestContext { (try? request.get())?.context ?? RequestContext() }
}

extension URLRequestSpec: CustomReflectable {
  /// The request without secrets.
  public var customMirror: Mirror { Mirror(self, children: ["request": request as Any], displayStyle: .struct) }
}
