public import Foundation

/// The certificate authorities that a connection trusts.
public struct TLSAuthorities: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case system
    case file(URL)
    case pem(String)
    case systemAnd(pem: String)
  }

  let source: Source

  /// The system's authorities. On Linux, `CURL_CA_BUNDLE` or `SSL_CERT_FILE` in the environment may name a file that
  /// replaces them.
  public static let system = Self(source: .system)

  /// Only the authorities in a file of PEM certificates.
  public static func file(_ url: URL) -> Self { Self(source: .file(url)) }

  /// Only the authorities in a text of PEM certificates.
  public static func pem(_ text: String) -> Self { Self(source: .pem(text)) }

  /// The system's authorities, and the authorities in a text of PEM certificates.
  public static func systemAnd(pem text: String) -> Self { Self(source: .systemAnd(pem: text)) }
}

extension TLSAuthorities {
  func check() throws(TransferRefusal) {
    switch source {
    case .system: return
    case .file(let url):
      guard url.isFileURL else { throw .invalidOption("authorities", "the URL isn't one of a file") }
    case .pem(let text), .systemAnd(let text):
      guard !PEM.blocks(of: "CERTIFICATE", in: text).isEmpty else {
        throw .invalidOption("authorities", "the text has no certificate in PEM")
      }
    }
  }
}

/// Reads PEM (RFC 7468).
enum PEM {
  /// Returns the bytes of each block with a label.
  static func blocks(of label: String, in text: String) -> [Data] {
    var blocks: [Data] = []
    var lines: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("-----BEGIN \(label)-----") {
        lines = []
      } else if line.hasPrefix("-----END \(label)-----") {
        let base64 = (lines ?? []).joined()
        if let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters), !data.isEmpty {
          blocks.append(data)
        }
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return blocks
  }
}
