public import Foundation

extension ConnectionError {
  /// The status code of the response; `nil` if none came.
  public var statusCode: Int? { response?.statusCode }

  /// The URL that was asked: that of the response after redirects, else that of the request; `nil` if no request could be made.
  public var url: URL? { response?.url ?? request?.url }

  /// The `URLError` that a transport failed with; `nil` if something else is the cause.
  public var urlError: URLError? { nativeError as? URLError }

  /// Whether the connection was cancelled.
  public var isCancelled: Bool { type == .cancelled }

  /// Whether it took too long: for the transport, or for the time limit of ``Middleware/timeout(total:attempt:clock:)``.
  public var isTimeout: Bool { cause == .timeout }

  /// Whether the device has no network, or may not use it now.
  ///
  /// On Linux, only ``isUnreachable`` is known.
  public var isOffline: Bool { cause == .offline }

  /// Whether the server's name isn't found, or it doesn't accept connections. A device without a network may look like that.
  public var isUnreachable: Bool { cause == .unreachable }

  /// Whether no secure connection was possible: the server's certificate isn't trusted, has expired or is another host's, the
  /// handshake failed, or the server asks for a certificate of the client.
  public var isTLSFailure: Bool { cause == .insecure }

  /// Whether the status is 401, or no new credentials could be got.
  public var isUnauthorized: Bool { statusCode == 401 || cause == .signedOut }

  /// The sentence of what was thrown.
  private var cause: ErrorMessages.Key? {
    guard !isCancelled else { return nil }
    return urlError.flatMap { Self.keys[$0.code] } ?? (nativeError as? any AbstractHTTPError)?.message
  }

  private static let keys: [URLError.Code: ErrorMessages.Key] = {
    let insecure: [URLError.Code] = [
      .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired,
    ]
    let offline: [URLError.Code] = [
      .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
    ]
    var keys: [URLError.Code: ErrorMessages.Key] = [.timedOut: .timeout]
    for code in insecure { keys[code] = .insecure }
    for code in offline { keys[code] = .offline }
    for code in [URLError.Code.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed] { keys[code] = .unreachable }
    return keys
  }()
}

extension ConnectionError {
  /// A sentence for a person, in a language that the system prefers: the same as `localizedDescription`.
  ///
  /// ``ErrorMessages`` has all of them, to be changed.
  public var userMessage: String { ErrorMessages.current.text(of: self) }

  /// The sentence for a person.
  public var message: ErrorMessages.Key {
    switch type {
    case .invalidURL: .invalidRequest
    case .invalidRequest: urlError == nil ? .invalidRequest : .file
    case .network: cause ?? .network
    case .invalidResponse: statusCode == nil ? .refused : .refusedWithStatus
    case .parse, .validation: .unreadable
    case .cancelled: .cancelled
    default: .failed
    }
  }

  /// The ``nativeError``.
  public var underlying: (any Error)? { nativeError }

  /// A number for each type of the library, from 1; 0 for others.
  public var errorCode: Int { (ConnectionErrorType.all.firstIndex(of: type) ?? -1) + 1 }
}
