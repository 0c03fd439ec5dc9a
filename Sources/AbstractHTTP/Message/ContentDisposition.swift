/// Parses the `Content-Disposition` of a response (RFC 6266), in which a server suggests a name for the file.
///
/// Malformed parts are skipped, and the first of repeated parts wins. The name is unchanged, and must not be trusted.
enum ContentDisposition {
  /// Returns the suggested name in a field: that of `filename*`, otherwise that of `filename`.
  static func filename(in field: String) -> String? {
    let parameters = parameters(of: field)
    return parameters["filename*"].flatMap(extended) ?? parameters["filename"]
  }

  private static func parameters(of field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in parts(of: field.unicodeScalars) {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = HTTPToken.trimmed(String(part[..<equals])).lowercased()
      guard parameters[name] == nil else { continue }
      parameters[name] = value(HTTPToken.trimmed(String(part[equals...].dropFirst())))
    }
    return parameters
  }

  /// Splits the field at semicolons outside quotes. It works by scalar, because a quote followed by a combining accent
  /// is still a quote.
  private static func parts(of field: String.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
    var parts: [Substring.UnicodeScalarView] = []
    var start = field.startIndex
    var (isQuoted, isEscaped) = (false, false)
    for index in field.indices {
      let scalar = field[index]
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      guard scalar == ";", !isQuoted else { continue }
      parts.append(field[start..<index])
      start = field.index(after: index)
    }
    return parts + [field[start...]]
  }

  /// Returns a token unchanged, and a quoted string without its quotes and backslashes (RFC 9110 §5.6.4).
  private static func value(_ text: String) -> String {
    guard text.unicodeScalars.first == "\"" else { return text }
    var value = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst() {
      if scalar == "\"", !isEscaped { break }
      isEscaped = scalar == "\\" && !isEscaped
      if !isEscaped { value.append(scalar) }
    }
    return String(value)
  }

  /// Decodes `charset'language'text` (RFC 8187 §3.2); `nil` if it is malformed or in another character set.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = decoded(parts[2].utf8) else { return nil }
    switch parts[0].lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  /// Returns the percent-decoded bytes; `nil` if a percent sign isn't followed by two digits.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(PercentEncoding.isHexDigit),
        let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
