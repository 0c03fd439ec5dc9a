/// A media type with its parameters, as in `Content-Type`: `text/plain; charset="utf-8"` (RFC 9110 §8.3.1).
///
/// It is parsed as the WHATWG MIME Sniffing Standard requires, and may have spaces around the equals sign. The first of
/// repeated parameters wins. Malformed parameters are ignored.
struct MediaType: Sendable, Hashable {
  /// The type and the subtype, in lower case: `text/plain`.
  let essence: String
  private var parameters: [String: String] = [:]

  init(_ text: String) {
    var reader = ParameterReader(text)
    essence = HTTPToken.trimmed(reader.text { $0 == UInt8(ascii: ";") }).lowercased()
    while let (name, value) = reader.next() {
      guard HTTPToken.isToken(name), !value.isEmpty, parameters[name] == nil else { continue }
      parameters[name] = value
    }
  }

  /// The value of a parameter, without its quotation marks and escapes; its name in lower case.
  subscript(name: String) -> String? { parameters[name] }
}

/// Parses the parameters after a media type, in one pass.
private struct ParameterReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the next parameter: its name in lower case, and its value; `nil` at the end.
  mutating func next() -> (name: String, value: String)? {
    guard place < bytes.count else { return nil }
    place += 1
    let name = HTTPToken.trimmed(text { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }).lowercased()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return (name, "") }
    place += 1
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
      return (name, HTTPToken.trimmed(text { $0 == UInt8(ascii: ";") }))
    }
    let value = quoted()
    _ = text { $0 == UInt8(ascii: ";") }
    return (name, value)
  }

  /// Returns the text up to a byte, or to the end.
  mutating func text(until ends: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, !ends(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Reads a quoted string (RFC 9110 §5.6.4). Without a closing quote, it ends with the field.
  private mutating func quoted() -> String {
    var text: [UInt8] = []
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
      text.append(bytes[place])
      place += 1
    }
    place = min(place + 1, bytes.count)
    return String(decoding: text, as: UTF8.self)
  }
}
