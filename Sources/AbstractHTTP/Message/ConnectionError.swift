import Foundation

/// Why a connection failed: where (``type``), by what (``nativeError``), and with which evidence.
///
/// ```swift
/// connection.start().failure(on: MainActor.self) { error, isCancelled in
///   print(error?.description ?? "")    // network: GET https://example.com/: URLError.timedOut …
///   label.text = error?.userMessage    // The server took too long to answer. Try again later.
/// }
/// ```
public struct ConnectionError: AbstractHTTPError {
  // NB: one reference, so that a promise and each step of a pipeline carry eight bytes and not three hundred.
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

  /// Makes an error; a request that is not given is taken from the response.
  public init(
    _ type: ConnectionErrorType,
    nativeError: (any Error)? = nil,
    request: Request? = nil,
    response: Response? = nil,
    responseModel: (any Sendable)? = nil
  ) {
    details = Details(type, nativeError, request ?? response?.request, response, responseModel)
  }

  /// Where it failed.
  public var type: ConnectionErrorType { details.type }

  /// What was thrown there; a ``Rejection`` for a veto and a response that is not valid, `nil` for a plain cancel.
  public var nativeError: (any Error)? { details.nativeError }

  /// The request as it was sent; `nil` if none could be made.
  public var request: Request? { details.request }

  /// The response with its body; `nil` if none came.
  public var response: Response? { details.response }

  /// The model that was refused; `nil` unless the type is `.validation`.
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
  /// Where, for which request, with which response and why, for a developer; without secrets.
  public var description: String {
    var text = "\(type)"
    if let request { text += ": \(request)" }
    if let response { text += " → \(response)" }
    if let decodingFailure {
      text += ": \(decodingFailure)"
    } else if let nativeError {
      text += ": \(Redaction.text(of: nativeError))"
    }
    if let notRetried { text += "; not retried: \(notRetried)" }
    return text
  }
}

extension ConnectionError {
  /// Names what was thrown somewhere: an error of ours as it is, a cancellation as `.cancelled`, all else by the type.
  init(_ type: ConnectionErrorType, thrown error: any Error) {
    switch error {
    case let error as ConnectionError: self = error
    case let type as ConnectionErrorType: self.init(type)
    case is CancellationError, URLError.cancelled: self.init(.cancelled, nativeError: error)
    default: self.init(type, nativeError: error)
    }
  }

  /// Names what a connector threw: `.invalidRequest` if a file of the request can't be read or created, else `.network`.
  init(sending error: any Error) {
    let files: Set<URLError.Code> = [
      .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .cannotOpenFile, .cannotCreateFile,
    ]
    let isFile = (error as? URLError).map { files.contains($0.code) } ?? false
    self.init(isFile ? .invalidRequest : .network, thrown: error)
  }

  /// Returns what a closure returns, and names what it throws.
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

/// A response or a model was refused: by whom, and why where that is known.
public struct Rejection: AbstractHTTPError {
  /// Who refused it: `validate`, or the type of the listener.
  public let by: String
  /// Why, if that is known.
  public let reason: String?

  /// Says who refused, and why.
  public init(by: String, because reason: String? = nil) {
    self.by = by
    self.reason = reason
  }

  /// Says that a response was not valid, by its status.
  init(invalid response: Response) { self.init(by: "validate", because: "status \(response.statusCode)") }

  /// Who refused it, and why.
  public var description: String { "refused by \(by)" + (reason.map { ": \($0)" } ?? "") }
}

extension Rejection {
  /// ``ErrorMessages/Key/refused``.
  public var message: ErrorMessages.Key { .refused }
}
