extension HTTPHeaders.Field {
  /// Creates a field from the bytes of its value, which are kept: read as UTF-8 if possible, otherwise as ISO 8859-1.
  init(name: String, bytes: some Collection<UInt8>) {
    let text = Self.utf8(bytes)
    self.init(name: name, value: text ?? Self.latin1(bytes), isLatin1: text == nil)
  }

  /// The bytes of the value, as received or sent.
  var bytes: [UInt8] {
    isLatin1 ? value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(value.utf8)
  }

  /// Returns the bytes as UTF-8 text, or as ISO 8859-1 if they aren't UTF-8.
  static func text(of bytes: some Collection<UInt8>) -> String { utf8(bytes) ?? latin1(bytes) }

  private static func utf8(_ bytes: some Collection<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self)
  }

  private static func latin1(_ bytes: some Collection<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }
}
