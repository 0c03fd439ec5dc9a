import Foundation

/// The public key that a server must have: the SHA-256 digest of its `SubjectPublicKeyInfo` (RFC 7469 §2.4), in Base64.
///
/// ```swift
/// let pin: PublicKeyPin = "X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg="
/// let backup = try PublicKeyPin(certificatePEM: text)
/// ```
///
/// On the command line, `openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der |
/// openssl dgst -sha256 -binary | base64` prints it. Also pin a backup key that is kept elsewhere, so that the server
/// can change its key.
public struct PublicKeyPin: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The digest in Base64.
  public let base64: String

  /// Creates a pin from a digest in Base64, which may begin with `sha256/`.
  ///
  /// If the text isn't a digest of 32 bytes, requests fail with ``TransferRefusal``.
  public init(_ base64: String) {
    let text = base64.hasPrefix("sha256/") ? String(base64.dropFirst(7)) : base64
    // The last character has insignificant bits, and pins are compared as text.
    self.base64 = Data(base64Encoded: text)?.base64EncodedString() ?? text
  }

  /// Creates a pin from a digest in Base64, which may begin with `sha256/`.
  public init(stringLiteral base64: String) { self.init(base64) }

  /// Computes the pin of the first PEM certificate in a text.
  ///
  /// - Parameter text: A text with a certificate in PEM, such as the content of a `.pem` or `.crt` file.
  /// - Throws: ``InvalidCertificate`` if the text has no certificate, or the certificate is malformed.
  public init(certificatePEM text: String) throws(InvalidCertificate) {
    guard let certificate = PEM.blocks(of: "CERTIFICATE", in: text).first else {
      throw InvalidCertificate(description: "the text has no certificate in PEM")
    }
    try self.init(certificateDER: certificate)
  }

  /// Computes the pin of the first PEM public key in a text.
  ///
  /// - Parameter text: A text with a public key in PEM (`BEGIN PUBLIC KEY`).
  /// - Throws: ``InvalidCertificate`` if the text has no public key.
  public init(publicKeyPEM text: String) throws(InvalidCertificate) {
    guard let key = PEM.blocks(of: "PUBLIC KEY", in: text).first else {
      throw InvalidCertificate(description: "the text has no public key in PEM")
    }
    self.init(publicKeyInfo: Array(key))
  }

  init(certificateDER certificate: Data) throws(InvalidCertificate) {
    guard let info = DERReader.publicKeyInfo(ofCertificate: Array(certificate)) else {
      throw InvalidCertificate(description: "the certificate is malformed")
    }
    self.init(publicKeyInfo: info)
  }

  private init(publicKeyInfo info: [UInt8]) { base64 = Data(SHA256.digest(of: info)).base64EncodedString() }

  /// The digest; `nil` if the text isn't one.
  var digest: Data? { Data(base64Encoded: base64).flatMap { $0.count == 32 ? $0 : nil } }

  /// The pin in the notation of other libraries: `sha256/…`.
  public var description: String { "sha256/" + base64 }
}

/// A text isn't a certificate or a public key.
public struct InvalidCertificate: AbstractHTTPError, Hashable {
  /// A description of the problem.
  public let description: String

  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}

/// A server doesn't have any of the public keys that ``TLSSettings/pins`` require.
///
/// No request was sent to the server, and none is retried.
public struct PinMismatch: AbstractHTTPError, Hashable {
  /// The host.
  public let host: String

  /// A description with the host.
  public var description: String { "the public key of \(host) is none of those that are pinned" }

  /// ``ErrorMessages/Key/insecure``.
  public var message: ErrorMessages.Key { .insecure }
}

/// Reads the elements of DER (X.690 §8.1) in sequence.
struct DERReader {
  struct Element {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// The element with its tag and length.
    let whole: ArraySlice<UInt8>
  }

  private static let sequence: UInt8 = 0x30
  private static let version: UInt8 = 0xA0

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Returns the `SubjectPublicKeyInfo` of a certificate (RFC 5280 §4.1); `nil` if it is missing.
  static func publicKeyInfo(ofCertificate bytes: [UInt8]) -> [UInt8]? {
    var outer = DERReader(bytes[...])
    guard let certificate = outer.next(sequence) else { return nil }
    var body = DERReader(certificate.content)
    guard let signed = body.next(sequence) else { return nil }
    var fields = DERReader(signed.content)
    guard let first = fields.next() else { return nil }
    // The version may be missing. The serial number, the algorithm, the issuer, the validity and the subject follow.
    for _ in 0..<(first.tag == version ? 5 : 4) where fields.next() == nil { return nil }
    return fields.next(sequence).map { Array($0.whole) }
  }

  /// Returns the next element; `nil` if it has another tag.
  private mutating func next(_ tag: UInt8) -> Element? { next().flatMap { $0.tag == tag ? $0 : nil } }

  /// Returns the next element; `nil` at the end, or if its length is malformed.
  mutating func next() -> Element? {
    let start = rest
    guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let length = length(), length <= rest.count else { return nil }
    let content = rest.prefix(length)
    rest = rest.dropFirst(length)
    return Element(tag: tag, content: content, whole: start.prefix(start.count - rest.count))
  }

  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first & 0x80 != 0 else { return Int(first) }
    let count = Int(first & 0x7F)
    guard (1...3).contains(count), rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }
}
