#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sees what a provider sends and receives, and may change both.
///
/// Say what you want to see, and nothing else:
///
/// ```swift
/// struct Signing: PluginType {
///   func prepare(_ request: Request, target: any TargetType) -> Request {
///     guard target is any Signable else { return request }
///     return request.signed()
///   }
/// }
/// let github = Provider<GitHub>(plugins: [Signing()])
/// ```
///
/// All of a provider's plugins are one ``Middleware``, once for the call, outside its retries and without suspending. For each request, in their
/// order: all `prepare`, all `willSend`, then, with the response or the error, all `didReceive`, all `process`. A response of
/// any status is a success here: it is validated later. What has to wait, or to send again, is a ``Middleware`` instead.
public protocol PluginType: Sendable {
  /// Changes a request before it is sent. Leaves it as it is by default.
  ///
  /// What it throws fails the connection with `.invalidRequest`.
  func prepare(_ request: Request, target: any TargetType) throws -> Request

  /// Changes a request before it is sent, as the system's request: what a plugin of Moya's does. Asked only by the other form's
  /// default.
  ///
  /// The address, the method, the headers, a body, the timeout and the cache policy that are changed are taken over. What it
  /// throws, and a body that is a stream, fails the connection with `.invalidRequest`.
  @_documentation(visibility: internal)
  func prepare(_ request: URLRequest, target: any TargetType) throws -> URLRequest

  /// Sees a request just before it is sent, or answered by a stub.
  func willSend(_ request: Request, target: any TargetType)

  /// Sees what came back.
  func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType)

  /// Changes what came back, before it is validated; not asked about a cancel. Leaves it as it is by default.
  func process(
    _ result: Result<Response, ConnectionError>,
    target: any TargetType
  ) -> Result<Response, ConnectionError>
}

extension PluginType {
  /// Leaves the request as it is, unless the form with a `URLRequest` changes it.
  public func prepare(_ request: Request, target: any TargetType) throws -> Request {
    let native = request.native
    return try request.taking(prepare(native, target: target), changedFrom: native, plugin: Self.self)
  }

  /// Leaves the request as it is.
  @_documentation(visibility: internal)
  public func prepare(_ request: URLRequest, target: any TargetType) throws -> URLRequest { request }

  /// Does nothing.
  public func willSend(_ request: Request, target: any TargetType) {}

  /// Does nothing.
  public func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) {}

  /// Leaves the result as it is.
  public func process(
    _ result: Result<Response, ConnectionError>,
    target: any TargetType
  ) -> Result<Response, ConnectionError> { result }
}
