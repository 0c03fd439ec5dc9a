#if os(Linux)
  import CLibcurl
  import Foundation

  /// Names libcurl's errors as Foundation does.
  enum CurlError {
    static func error(_ code: Int32, words: String) -> URLError {
      URLError(name(of: code), words.isEmpty ? String(cString: libcurl_easy_strerror(code)) : words)
    }

    private static func name(of code: Int32) -> URLError.Code {
      switch code {
      case 1, 8: .badServerResponse  // an answer that is not HTTP/1 or HTTP/2
      case 3: .badURL
      case 5, 6: .cannotFindHost
      case 7, 97: .cannotConnectToHost
      case 16, 18, 52, 55, 56, 92, 95: .networkConnectionLost
      case 28: .timedOut
      case 35, 53, 54, 58, 59, 64, 66, 77, 80, 82, 83, 90, 98: .secureConnectionFailed
      case 51, 60, 91: .serverCertificateUntrusted
      case 61: .cannotDecodeContentData
      case 63: .dataLengthExceedsMaximum
      case 65: .requestBodyStreamExhausted
      default: .unknown
      }
    }
  }
#endif
