import Foundation

/// Reads the head of a response line by line (RFC 9112 §2.1), as it comes off the wire.
///
/// Interim heads (1xx) are passed over, and so are trailers, which come after the head is complete. What is no field is
/// passed over too: nothing that a server sends is trusted, and nothing traps.
struct ResponseHead {
  /// How many bytes a head may have, the interim ones included.
  static let limit = 256 * 1024

  private(set) var statusCode = 0
  private(set) var headers = HTTPHeaders()
  /// Whether the empty line after the last head was seen.
  private(set) var isComplete = false
  private var size = 0

  var wire: WireHead { WireHead(statusCode: statusCode, headers: headers) }

  /// Takes whole lines, as many as there are.
  ///
  /// - Throws: `URLError.badServerResponse` for what is no status line, and for a head beyond the limit.
  mutating func append(_ lines: UnsafeBufferPointer<UInt8>) throws(URLError) {
    var rest = lines[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try append(line: UnsafeBufferPointer(rebasing: rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { try append(line: UnsafeBufferPointer(rebasing: rest)) }
  }

  private mutating func append(line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    guard !isComplete else { return }
    size += line.count
    guard size <= Self.limit else { throw URLError(.badServerResponse, "the head of the response is too long") }
    let text = Self.trimmed(line)
    if statusCode == 0 {
      try readStatus(text)
    } else if text.isEmpty {
      end()
    } else if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      unfold(text)
    } else {
      readField(text)
    }
  }

  private mutating func readStatus(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")), line.starts(with: "HTTP/".utf8) else {
      throw URLError(.badServerResponse, "the response does not begin with a status line")
    }
    let digits = line[(space + 1)...].prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else {
      throw URLError(.badServerResponse, "the status of the response is not a number of three digits")
    }
    statusCode = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Ends a head; after an interim one another follows, except after 101, which hands the connection over.
  private mutating func end() {
    if statusCode >= 200 || statusCode == 101 {
      isComplete = true
    } else {
      statusCode = 0
      headers = HTTPHeaders()
    }
  }

  private mutating func readField(_ line: UnsafeBufferPointer<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = Self.text(UnsafeBufferPointer(rebasing: line[..<colon]))
    guard HTTPToken.isToken(name) else { return }
    headers.append(Self.text(Self.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))), for: name)
  }

  /// A line that begins with white space continues the value before it (RFC 9112 §5.2).
  private mutating func unfold(_ text: UnsafeBufferPointer<UInt8>) {
    guard let last = headers.last else { return }
    var fields = Array(headers.dropLast())
    fields.append(HTTPHeaders.Field(name: last.name, value: last.value + " " + Self.text(text)))
    headers = HTTPHeaders(fields)
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var slice = bytes[...]
    while let first = slice.first, isSpace(first) { slice = slice.dropFirst() }
    while let last = slice.last, isSpace(last) { slice = slice.dropLast() }
    return UnsafeBufferPointer(rebasing: slice)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }

  /// The bytes as UTF-8, and as Latin-1 where they are none.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    let latin1 = bytes.lazy.map { Unicode.Scalar($0) }
    return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(latin1))
  }
}
