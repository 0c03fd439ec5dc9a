#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Observes the requests and responses of a provider, and may change them.
///
/// Only implement the methods that you need:
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
/// All plugins of a provider form one ``Middleware``, which runs once for the call, outside its retries and without
/// suspending. For each request, it calls all `prepare` methods in the order of the plugins, and then all `willSend`.
/// With the response or the error, it calls all `didReceive`, and then all `process`. A response with any status is a
/// success here, because it is validated later. To wait or to send again, write a ``Middleware`` instead.
public protocol PluginType: Sendable {
  /// Changes a request before it is sent. By default, returns it unchanged.
  ///
  /// If it throws, the connection fails with `.invalidRequest`.
  func prepare(_ request: Request, target: any TargetType) throws -> Request

  /// Changes the system's request before it is sent, as in a Moya plugin. Only called by the default implementation of
  /// the other `prepare` method.
  ///
  /// Changes of the address, the method, the headers, the body, the timeout, and the cache policy take effect. If it
  /// throws, or the body is a stream, the connection fails with `.invalidRequest`.
  @_documentation(visibility: internal)
  func prepare(_ request: URLRequest, target: any TargetType) throws -> URLRequest

  /// Called just before a request is sent, or answered by a stub.
  func willSend(_ request: Request, target: any TargetType)

  /// Called when the response or the error has been received.
  func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType)

  /// Changes a response or an error before it is validated. Not called after a cancellation. By default, returns it
  /// unchanged.
  func process(
    _ result: Result<Response, ConnectionError>,
    target: any TargetType
  ) -> Result<Response, ConnectionError>
}

extension PluginType {
  /// Returns the request unchanged, unless the method with a `URLRequest` changes it.
  public func prepare(_ request: Request, target: any TargetType) throws -> Request {
    let native = request.native
    return try request.taking(prepare(native, target: target), changedFrom: native, plugin: Self.self)
  }

  /// Returns the request unchanged.
  @_documentation(visibility: internal)
  public func prepare(_ request: URLRequest, target: any TargetType) throws -> URLRequest { request }

  /// Does nothing.
  public func willSend(_ request: Request, target: any TargetType) {}

  /// Does nothing.
  public func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) {}

  /// Returns the result unchanged.
  public func process(
    _ result: Result<Response, ConnectionError>,
    target: any TargetType
  ) -> Result<Response, ConnectionError> { result }
}
