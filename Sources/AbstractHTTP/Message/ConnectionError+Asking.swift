public import Foundation

extension ConnectionError {
  /// The status code of the response; `nil` without a response.
  public var statusCode: Int? { response?.statusCode }

  /// The URL that was requested: that of the response after redirects, otherwise that of the request; `nil` if the
  /// request couldn't be created.
  public var url: URL? { response?.url ?? request?.url }

  /// The `URLError` that caused the error; `nil` if the cause is another error.
  public var urlError: URLError? { nativeError as? URLError }

  /// Whether the connection was cancelled.
  public var isCancelled: Bool { type == .cancelled }

  /// Whether a time limit was exceeded: the transport's, or that of ``Middleware/timeout(total:attempt:clock:)``.
  public var isTimeout: Bool { cause == .timeout }

  /// Whether the device has no network, or currently isn't allowed to use it.
  ///
  /// On Linux, only ``isUnreachable`` is available.
  public var isOffline: Bool { cause == .offline }

  /// Whether the server's name can't be resolved, or it doesn't accept connections. A device without a network may have
  /// this error.
  public var isUnreachable: Bool { cause == .unreachable }

  /// Whether a secure connection failed: the server's certificate isn't trusted, has expired, or is for another host,
  /// the handshake failed, or the server requires a client certificate.
  public var isTLSFailure: Bool { cause == .insecure }

  /// Whether the status is 401, or the credentials couldn't be refreshed.
  public var isUnauthorized: Bool { statusCode == 401 || cause == .signedOut }

  /// The message key of the thrown error.
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
  /// A sentence for the user, in one of the system's preferred languages: the same as `localizedDescription`.
  ///
  /// To change the sentences, see ``ErrorMessages``.
  public var userMessage: String { ErrorMessages.current.text(of: self) }

  /// The key of the sentence for the user.
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

  /// The underlying error, which is the ``nativeError``.
  public var underlying: (any Error)? { nativeError }

  /// A number for each type that the library defines, starting at 1; 0 for other types.
  public var errorCode: Int { (ConnectionErrorType.all.firstIndex(of: type) ?? -1) + 1 }
}
