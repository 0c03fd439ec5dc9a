/// The parameters after the value of a header: `form-data; name="a"; filename="b"`.
struct HeaderParameters {
  private var values: [String: String] = [:]

  /// Parses names and values, quoted or not. In quotes, a backslash is an ordinary character, because browsers and
  /// WHATWG escape differently.
  init(_ header: String) {
    var rest = header.utf8.drop { $0 != UInt8(ascii: ";") }
    while !rest.isEmpty {
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      let value = Self.value(rest.dropFirst())
      rest = rest[value.endIndex...].drop { $0 != UInt8(ascii: ";") }
      values[String(decoding: name, as: UTF8.self).lowercased()] = String(decoding: value, as: UTF8.self)
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func value(_ rest: Substring.UTF8View) -> Substring.UTF8View {
    guard rest.first == UInt8(ascii: "\"") else { return rest.prefix { $0 != UInt8(ascii: ";") } }
    return rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
  }
}
