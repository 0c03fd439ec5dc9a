@_exported public import AbstractHTTP

/// Moya's names that are qualified by its module: `Moya.Method`.
public enum Moya {
  /// The method of a request.
  public typealias Method = HTTPMethod
  /// The payload of a target.
  public typealias Task = RequestTask
  /// The response to a request.
  public typealias Response = AbstractHTTP.Response
  /// The validation of a target's responses.
  public typealias ValidationType = AbstractHTTP.ValidationType
  /// Whether and how a provider answers without a network.
  public typealias StubBehavior = AbstractHTTP.StubBehavior
  /// One part of a multipart form.
  public typealias MultipartFormData = AbstractHTTP.MultipartFormData.Part
  /// Encodes parameters.
  public typealias ParameterEncoding = AbstractHTTP.ParameterEncoding
  /// Encodes parameters in the query or as a form.
  public typealias URLEncoding = AbstractHTTP.URLEncoding
  /// Encodes parameters as JSON.
  public typealias JSONEncoding = AbstractHTTP.JSONEncoding
  /// Called at the end of a call.
  public typealias Completion = @Sendable (Result<AbstractHTTP.Response, ConnectionError>) -> Void
  /// A call that can be cancelled.
  public typealias Cancellable = AbstractHTTPMoya.Cancellable
  /// Called as bytes travel.
  public typealias ProgressBlock = @Sendable (TransferProgress) -> Void
}

/// Sends the targets of an API. Equivalent to ``Provider``.
public typealias MoyaProvider<Target: TargetType> = Provider<Target>

/// The error of a failed call. Equivalent to ``ConnectionError``, which is a struct: switch over its
/// ``ConnectionError/type``.
public typealias MoyaError = ConnectionError

/// The payload of a target. Equivalent to ``RequestTask``.
///
/// As with Moya, Swift's own type is `_Concurrency.Task` in files that import this module.
public typealias Task = RequestTask

/// One part of a multipart form. Equivalent to ``AbstractHTTP/MultipartFormData/Part``. In files that import this
/// module, the whole form is ``RequestMultipartFormData``.
public typealias MultipartFormData = AbstractHTTP.MultipartFormData.Part

/// A multipart form. Equivalent to AbstractHTTP's `MultipartFormData`.
public typealias RequestMultipartFormData = AbstractHTTP.MultipartFormData

/// A request as plugins receive it. Equivalent to ``Request``.
public typealias RequestType = Request

/// The progress of a transfer. Equivalent to ``TransferProgress``.
public typealias ProgressResponse = TransferProgress

/// A call that can be cancelled. A provider's `request` returns one.
public protocol Cancellable: Sendable {
  /// Whether the call was cancelled.
  var isCancelled: Bool { get }

  /// Cancels the call.
  func cancel()
}

extension Promise: Cancellable {
  /// Cancels the call if it hasn't ended.
  public func cancel() { cancel(error: nil) }

  /// Whether the promise was cancelled.
  public var isCancelled: Bool {
    if case .cancelled? = settled { true } else { false }
  }
}
