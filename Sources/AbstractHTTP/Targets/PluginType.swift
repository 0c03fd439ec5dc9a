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
  /// Leaves the request as it is.
  public func prepare(_ request: Request, target: any TargetType) throws -> Request { request }

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
