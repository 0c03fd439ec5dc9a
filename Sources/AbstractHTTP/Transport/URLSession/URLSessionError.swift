import Foundation

/// Keeps the code and the description of the session's errors, but not the URL, which may contain secrets.
enum URLSessionError {
  static func error(_ error: any Error) -> URLError {
    let words = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String ?? ""
    let code = (error as? URLError)?.code ?? .unknown
    #if canImport(FoundationNetworking)
      return URLError(name(words) ?? code, words)
    #else
      return URLError(code, words)
    #endif
  }

  #if canImport(FoundationNetworking)
    // NB: Foundation on Linux has no codes for most of libcurl's errors, but passes on libcurl's messages.
    private static func name(_ words: String) -> URLError.Code? {
      names.first { words.contains($0.part) }?.code
    }

    private static let names: [(part: String, code: URLError.Code)] = [
      ("Empty reply", .networkConnectionLost),
      ("transfer closed", .networkConnectionLost),
      ("chunked-encoding", .badServerResponse),
      ("HTTP/0.9", .badServerResponse),
      ("Header without colon", .badServerResponse),
      ("Invalid Content-Length", .badServerResponse),
      ("Too large response headers", .badServerResponse),
      ("Out of memory", .badServerResponse),
      ("encoding", .cannotDecodeContentData),
      ("certificate", .serverCertificateUntrusted),
      ("SSL", .secureConnectionFailed),
      ("TLS", .secureConnectionFailed),
    ]
  #endif
}
