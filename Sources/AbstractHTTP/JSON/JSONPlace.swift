/// The location of a value in a text, given its coding path.
struct JSONPlace {
  /// The path to the value, with the names in the text.
  let path: JSONPath
  /// Whether the whole path exists.
  let isWhole: Bool
  /// The start of the value, or of the innermost existing value on the path to it.
  let offset: Int?
  /// A brief description of the value: a short text, or its type.
  let found: String

  init(_ codingPath: [any CodingKey], in utf8: UnsafeBufferPointer<UInt8>, _ session: JSONDecoding) {
    var locator = JSONLocator(utf8, session)
    isWhole = locator.go(codingPath)
    offset = locator.place
    let rest = codingPath.dropFirst(locator.steps.count).map { key in
      key is JSONCodingKey && key.intValue != nil ? JSONKey.index(key.intValue ?? 0) : .key(key.stringValue)
    }
    path = JSONPath(locator.steps + rest)
    found = offset.map { Self.text(at: $0, in: utf8) } ?? ""
  }

  private static func text(at offset: Int, in utf8: UnsafeBufferPointer<UInt8>) -> String {
    switch utf8[offset] {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""):
      var parser = JSONParser(utf8, from: offset, maximumDepth: 0)
      guard (try? parser.string()) != nil else { return JSONSnippet.text(of: utf8[offset...]) }
      return JSONSnippet.text(of: utf8[offset..<parser.position])
    default:
      return JSONSnippet.text(of: utf8[offset...].prefix { !JSONSnippet.ends($0) })
    }
  }
}

/// A short excerpt of a text.
enum JSONSnippet {
  static let length = 40

  /// Returns the first characters, on one line.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    // Most characters have up to four bytes.
    let text = String(decoding: Array(bytes.prefix(length * 4 + 4)), as: UTF8.self)
    let line = String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
    return line.count > length ? line.prefix(length) + "…" : line
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Returns whether a number or another word ends before this byte.
  static func ends(_ byte: UInt8) -> Bool { isSpace(byte) || [0x2C, 0x5D, 0x7D].contains(byte) }
}

extension DecodingFailure.Location {
  /// Determines the line and the column of an offset.
  init(_ offset: Int, in utf8: UnsafeBufferPointer<UInt8>) {
    let flaw = JSONFlaw(reason: "", offset: offset).error(in: utf8, from: JSONText.start(of: utf8))
    guard case .invalidJSON(_, _, let line, let column) = flaw else {
      self.init(offset: offset, line: 1, column: 1)
      return
    }
    self.init(offset: offset, line: line, column: column)
  }
}
