import Foundation

/// The error of a failed connection: where it failed (``type``), why (``nativeError``), and the evidence.
///
/// ```swift
/// connection.start().failure(on: MainActor.self) { error, isCancelled in
///   print(error?.description ?? "")    // network: GET https://example.com/: URLError.timedOut …
///   label.text = error?.userMessage    // The server took too long to answer. Try again later.
/// }
/// ```
public struct ConnectionError: AbstractHTTPError {
  // NB: one reference, so that promises and stages carry eight bytes instead of three hundred.
  private let details: Details

  private final class Details: Sendable {
    let type: ConnectionErrorType
    let nativeError: (any Error)?
    let request: Request?
    let response: Response?
    let responseModel: (any Sendable)?

    init(
      _ type: ConnectionErrorType,
      _ nativeError: (any Error)?,
      _ request: Request?,
      _ response: Response?,
      _ responseModel: (any Sendable)?
    ) {
      self.type = type
      self.nativeError = nativeError
      self.request = request
      self.response = response
      self.responseModel = responseModel
    }
  }

  /// Creates an error. If the request is omitted, it is taken from the response.
  ///
  /// - Parameters:
  ///   - type: The step that failed.
  ///   - nativeError: The cause. Defaults to none.
  ///   - request: The request. Defaults to that of the response.
  ///   - response: The response, if one arrived.
  ///   - responseModel: The rejected model, for an error of type `.validation`.
  public init(
    _ type: ConnectionErrorType,
    nativeError: (any Error)? = nil,
    request: Request? = nil,
    response: Response? = nil,
    responseModel: (any Sendable)? = nil
  ) {
    details = Details(type, nativeError, request ?? response?.request, response, responseModel)
  }

  /// The step that failed.
  public var type: ConnectionErrorType { details.type }

  /// The error that was thrown: a ``Rejection`` for a response or model that was rejected without another error, and
  /// `nil` for a cancellation without an error.
  public var nativeError: (any Error)? { details.nativeError }

  /// The request as it was sent; `nil` if it couldn't be created.
  public var request: Request? { details.request }

  /// The response with its body; `nil` if none arrived.
  public var response: Response? { details.response }

  /// The rejected model; `nil` unless the type is `.validation`.
  public var responseModel: (any Sendable)? { details.responseModel }

  /// Adds the evidence that an error does not carry yet.
  func carrying(_ request: Request?, _ response: Response? = nil) -> ConnectionError {
    guard self.request == nil && request != nil || self.response == nil && response != nil else { return self }
    return ConnectionError(
      type,
      nativeError: nativeError,
      request: self.request ?? request,
      response: self.response ?? response,
      responseModel: responseModel
    )
  }
}

extension ConnectionError: CustomStringConvertible {
  /// The type, the request, the response, and the reason, for developers and without secrets.
  public var description: String {
    var text = "\(type)"
    if let request { text += ": \(request)" }
    if let response { text += " → \(response)" }
    if let reason { text += ": \(reason)" }
    if let notRetried { text += "; not retried: \(notRetried)" }
    return text
  }

  /// The reason in a few words, for developers and without secrets; `nil` if there is none, as for a cancellation.
  ///
  /// A command-line tool can print it after ``userMessage``.
  public var reason: String? { decodingFailure.map { "\($0)" } ?? nativeError.map { Redaction.text(of: $0) } }
}

extension ConnectionError {
  /// Wraps an error that was thrown in a step: a `ConnectionError` is unchanged, a cancellation becomes `.cancelled`,
  /// and any other error gets the type.
  init(_ type: ConnectionErrorType, thrown error: any Error) {
    switch error {
    case let error as ConnectionError: self = error
    case let type as ConnectionErrorType: self.init(type)
    case is CancellationError, URLError.cancelled: self.init(.cancelled, nativeError: error)
    default: self.init(type, nativeError: error)
    }
  }

  /// Wraps an error of a connector: `.invalidRequest` if a file of the request can't be read or created, otherwise
  /// `.network`.
  init(sending error: any Error) {
    let files: Set<URLError.Code> = [
      .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .cannotOpenFile, .cannotCreateFile,
    ]
    let isFile = (error as? URLError).map { files.contains($0.code) } ?? false
    self.init(isFile ? .invalidRequest : .network, thrown: error)
  }

  /// Calls a closure, and wraps the errors that it throws.
  static func failing<Output>(
    _ type: ConnectionErrorType,
    _ body: () throws -> Output
  ) throws(ConnectionError) -> Output {
    do {
      return try body()
    } catch {
      throw ConnectionError(type, thrown: error)
    }
  }
}

/// The error of a rejected response or model, with its origin and the reason, if that is known.
public struct Rejection: AbstractHTTPError {
  /// The origin of the rejection: `validate`, or the type of the listener.
  public let by: String
  /// The reason, if it is known.
  public let reason: String?

  /// Creates a rejection with its origin and reason.
  ///
  /// - Parameters:
  ///   - by: The origin of the rejection: `validate`, or the type of the listener.
  ///   - reason: The reason, if it is known.
  public init(by: String, because reason: String? = nil) {
    self.by = by
    self.reason = reason
  }

  /// Creates the rejection of an invalid response, with its status as the reason.
  init(invalid response: Response) { self.init(by: "validate", because: "status \(response.statusCode)") }

  /// The origin and the reason of the rejection.
  public var description: String { "refused by \(by)" + (reason.map { ": \($0)" } ?? "") }
}

extension Rejection {
  /// The key of the sentence for the user, ``ErrorMessages/Key/refused``.
  public var message: ErrorMessages.Key { .refused }
}
