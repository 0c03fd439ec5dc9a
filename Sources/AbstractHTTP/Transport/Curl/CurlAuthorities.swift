#if os(Linux)
  import Foundation

  /// The locations of the system's authorities.
  enum CurlAuthorities {
    /// The file that the environment names. Without it, libcurl uses its built-in locations.
    static let ofEnvironment: String? = {
      let environment = ProcessInfo.processInfo.environment
      return ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }()

    /// The files of the authorities by distribution: Debian and Alpine, Fedora and RHEL, openSUSE, others.
    private static let files = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Returns the system's certificates in PEM, followed by additional ones.
    static func ofSystem(and pem: String) throws(TransferRefusal) -> Data {
      for file in ofEnvironment.map({ [$0] }) ?? files {
        if let data = FileManager.default.contents(atPath: file), !data.isEmpty {
          return data + Data("\n\(pem)\n".utf8)
        }
      }
      throw .unsupported("the system's authorities in a file", by: "this system")
    }
  }
#endif
