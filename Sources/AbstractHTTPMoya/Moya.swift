@_exported public import AbstractHTTP

/// The names of Moya that are written with its module's name before them: `Moya.Method`.
public enum Moya {
  /// The method of a request.
  public typealias Method = HTTPMethod
  /// What a target sends.
  public typealias Task = RequestTask
  /// What came back for a request.
  public typealias Response = AbstractHTTP.Response
  /// What a target is validated by.
  public typealias ValidationType = AbstractHTTP.ValidationType
  /// Whether a provider answers by itself.
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

/// Sends the targets of an API. It's ``Provider``.
public typealias MoyaProvider<Target: TargetType> = Provider<Target>

/// Why a call failed. It's ``ConnectionError``, a struct: switch over its ``ConnectionError/type``.
public typealias MoyaError = ConnectionError

/// What a target sends. It's ``RequestTask``.
///
/// In files that import this module, Swift's own type is `_Concurrency.Task`, as with Moya.
public typealias Task = RequestTask

/// One part of a multipart form. It's ``AbstractHTTP/MultipartFormData/Part``: in files that import this module, the whole form is
/// ``RequestMultipartFormData``.
public typealias MultipartFormData = AbstractHTTP.MultipartFormData.Part

/// A multipart form. It's AbstractHTTP's `MultipartFormData`.
public typealias RequestMultipartFormData = AbstractHTTP.MultipartFormData

/// A request as a plugin sees it. It's ``Request``.
public typealias RequestType = Request

/// How far a transfer has got. It's ``TransferProgress``.
public typealias ProgressResponse = TransferProgress

/// A call that can be cancelled: what a provider's `request` returns.
public protocol Cancellable: Sendable {
  /// Whether the call was cancelled.
  var isCancelled: Bool { get }

  /// Cancels the call.
  func cancel()
}

extension Promise: Cancellable {
  /// Cancels the call, if it hasn't ended.
  public func cancel() { cancel(error: nil) }

  /// Whether the promise ended by cancellation.
  public var isCancelled: Bool {
    if case .cancelled? = settled { true } else { false }
  }
}
