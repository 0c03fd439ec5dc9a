public import Foundation

/// The certificate and private key that a client presents to servers that request them (mutual TLS).
///
/// ```swift
/// connector.tls.identity = .pem(certificate: certificate, key: key)
/// connector.tls.identity = .pkcs12(try Data(contentsOf: file), password: password)
/// ```
///
/// Logs and descriptions don't contain it.
public struct ClientIdentity: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case pem(certificate: Data, key: Data)
    case pkcs12(Data)
  }

  let source: Source
  let password: ExactText?

  /// Creates an identity from a certificate and a key in PEM. Available on Linux only.
  ///
  /// - Parameters:
  ///   - certificate: The certificate, optionally followed by the certificates of its issuers.
  ///   - key: The private key.
  ///   - password: The password of the key, if it has one.
  public static func pem(certificate: String, key: String, password: String? = nil) -> Self {
    Self(source: .pem(certificate: Data(certificate.utf8), key: Data(key.utf8)), password: password.map(ExactText.init))
  }

  /// Creates an identity from a certificate and a key in PKCS #12 (RFC 7292), the content of a `.p12` or `.pfx` file.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - password: The password of the file.
  public static func pkcs12(_ data: Data, password: String) -> Self {
    Self(source: .pkcs12(data), password: ExactText(password))
  }
}

extension ClientIdentity: CustomStringConvertible, CustomReflectable {
  /// The kind of identity.
  public var description: String {
    switch source {
    case .pem: "ClientIdentity(PEM)"
    case .pkcs12: "ClientIdentity(PKCS #12)"
    }
  }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
