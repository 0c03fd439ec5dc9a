import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Maps the errors of the client and of SwiftNIO to Foundation's, which the library's questions are about, such as
/// `error.isTimeout`.
enum ClientFailure {
  /// Returns the `URLError` with the same meaning. An error of another origin, such as of a body's closure, is unchanged.
  static func error(for error: any Error) -> any Error {
    switch error {
    case let error as HTTPClientError: code(of: error).map { Self.error($0, "\(error)", error) } ?? error
    case let error as NIOConnectionError: Self.error(code(of: error), "\(error.host):\(error.port)", error)
    case let error as IOError: Self.error(code(of: error), "\(error)", error)
    case let error as ChannelError: Self.error(code(of: error), "\(error)", error)
    case let error as HTTPParserError:
      Self.error(error == .invalidEOFState ? .networkConnectionLost : .badServerResponse, "\(error)", error)
    case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
      Self.error(.cannotDecodeContentData, "\(error)", error)
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: Self.error(code(ofTLS: error), "\(error)", error)
    case is CancellationError: Self.error(.cancelled, "the task was cancelled", error)
    default: error
    }
  }

  /// Creates an error with a description for developers.
  static func error(_ code: URLError.Code, _ words: String, _ cause: (any Error)? = nil) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: words]
    info[NSUnderlyingErrorKey] = cause
    return URLError(code, userInfo: info)
  }

  private static func code(of error: HTTPClientError) -> URLError.Code? {
    switch error {
    case .cancelled, .requestStreamCancelled: .cancelled
    case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
      .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
      .timedOut
    case .invalidURL, .emptyHost: .badURL
    case .remoteConnectionClosed: .networkConnectionLost
    case .bodyLengthMismatch: .requestBodyStreamExhausted
    case .invalidProxyResponse, .proxyAuthenticationRequired: .cannotConnectToHost
    default: nil
    }
  }

  private static func code(of error: NIOConnectionError) -> URLError.Code {
    let (dns, attempts) = (error.dnsAError ?? error.dnsAAAAError, error.connectionErrors)
    if attempts.isEmpty, dns != nil { return .cannotFindHost }
    let isTimeout = attempts.contains { if case ChannelError.connectTimeout = $0.error { true } else { false } }
    return isTimeout ? .timedOut : .cannotConnectToHost
  }

  private static func code(of error: IOError) -> URLError.Code {
    switch error.errnoCode {
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH: .cannotConnectToHost
    case ETIMEDOUT: .timedOut
    default: .networkConnectionLost
    }
  }

  private static func code(of error: ChannelError) -> URLError.Code {
    if case .connectTimeout = error { .timedOut } else { .networkConnectionLost }
  }

  private static func code(ofTLS error: any Error) -> URLError.Code {
    if error is NIOSSLExtraError || "\(error)".contains("CERTIFICATE_VERIFY_FAILED") {
      return .serverCertificateUntrusted
    }
    if case NIOSSLError.unableToValidateCertificate = error { return .serverCertificateUntrusted }
    if case NIOSSLError.uncleanShutdown = error { return .networkConnectionLost }
    return .secureConnectionFailed
  }
}
