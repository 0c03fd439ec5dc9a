#if os(Linux)
  import CLibcurl
  import Foundation

  /// Maps libcurl's errors to Foundation's.
  enum CurlError {
    /// - Parameters:
    ///   - code: libcurl's `CURLcode`.
    ///   - words: libcurl's error message, which may be empty.
    ///   - verification: OpenSSL's result of verifying the server's certificate; 0 if there is no result.
    ///   - isCertificateAsked: Whether the server asked for a client certificate.
    static func error(
      _ code: Int32,
      words: String,
      verification: Int = 0,
      isCertificateAsked: Bool = false
    ) -> URLError {
      let words = words.isEmpty ? String(cString: libcurl_easy_strerror(code)) : words
      if isMissingCertificate(code, words, isCertificateAsked) {
        return URLError(.clientCertificateRequired, "the server asks for a client certificate: \(words)")
      }
      return URLError(
        code == 60 || code == 51 ? name(ofVerification: verification, words) : name(of: code, words),
        words
      )
    }

    private static func name(of code: Int32, _ words: String) -> URLError.Code {
      switch code {
      case 1, 8, 23, 43: .badServerResponse  // not HTTP/1 or HTTP/2, or malformed
      case 3: .badURL
      case 5, 6: .cannotFindHost
      case 7, 97: .cannotConnectToHost
      case 56 where words.contains("chunk"): .badServerResponse
      // NB: a proxy that rejects a tunnel.
      case 56 where words.contains("CONNECT"): .cannotConnectToHost
      case 16, 18, 52, 55, 56, 92, 95: .networkConnectionLost
      case 28: .timedOut
      case 35, 53, 54, 58, 59, 64, 66, 77, 80, 82, 83, 98: .secureConnectionFailed
      case 42: .cancelled
      case 61: .cannotDecodeContentData
      case 63: .dataLengthExceedsMaximum
      case 65: .requestBodyStreamExhausted
      case 90, 91: .serverCertificateUntrusted
      default: .unknown
      }
    }

    /// Returns the code for a rejected certificate, based on OpenSSL's `X509_V_ERR` codes or, for other libraries, on
    /// the message.
    private static func name(ofVerification result: Int, _ words: String) -> URLError.Code {
      switch result {
      case 9: .serverCertificateNotYetValid
      case 10: .serverCertificateHasBadDate
      case 2, 18, 19, 20, 21: .serverCertificateHasUnknownRoot
      case 0 where words.contains("not been activated"), 0 where words.contains("not yet valid"):
        .serverCertificateNotYetValid
      case 0 where words.contains("expired"): .serverCertificateHasBadDate
      case 0 where words.contains("issuer"), 0 where words.contains("self-signed"),
        0 where words.contains("self signed"):
        .serverCertificateHasUnknownRoot
      default: .serverCertificateUntrusted
      }
    }

    /// Returns whether the server requires a client certificate. It then fails the handshake or, with TLS 1.3 (RFC 8446
    /// §4.4.2.4), the connection after it.
    private static func isMissingCertificate(_ code: Int32, _ words: String, _ isAsked: Bool) -> Bool {
      guard [35, 55, 56].contains(code) else { return false }
      let words = words.lowercased()
      if words.contains("certificate required") || words.contains("certificate is required") { return true }
      return isAsked && words.contains("alert")
        && (words.contains("handshake failure") || words.contains("bad certificate"))
    }
  }
#endif
