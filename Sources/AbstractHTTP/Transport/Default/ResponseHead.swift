import Foundation

/// Reads the head of a response line by line (RFC 9112 §2.1) as it comes off the wire.
///
/// Interim heads (1xx) are counted and kept until they're taken. Trailers are kept separately (RFC 9110 §6.5.1). A head
/// that leaves the end of the message ambiguous fails, even if libcurl accepts it, so that no byte of it is mistaken
/// for the next response (RFC 9112 §11.1).
struct ResponseHead {
  /// The maximum size of all lines in bytes, including interim heads and trailers.
  static let sizeLimit = 256 * 1024

  /// The maximum number of lines, including interim heads and trailers.
  static let lineLimit = 1_000

  private(set) var statusCode = 0
  private(set) var httpVersion = ""
  /// The interim heads that haven't been taken yet. `100 Continue` is left out, because the transport handles it.
  private var interim: [WireHead] = []
  private(set) var headers = HTTPHeaders()
  /// The fields after the body; `nil` if there are none.
  private(set) var trailers: HTTPHeaders?
  /// Whether the empty line after the last head was seen.
  private(set) var isComplete = false
  /// The declared length of the body, unless another framing overrides it.
  private(set) var contentLength: Int64?
  private var size = 0
  private var lineCount = 0

  var wire: WireHead { WireHead(statusCode: statusCode, headers: headers, httpVersion: httpVersion) }

  var isHTTP2: Bool { httpVersion.hasPrefix("HTTP/2") }

  /// Whether the response has no body, whatever its fields declare (RFC 9112 §6.3).
  func isBodiless(for method: HTTPMethod) -> Bool { method == .head || statusCode == 204 || statusCode == 304 }

  /// Reads any number of complete lines.
  ///
  /// - Throws: `URLError.badServerResponse` for a malformed line, and for a head beyond the limits.
  mutating func append(_ lines: UnsafeBufferPointer<UInt8>) throws(URLError) {
    var rest = lines[...]
    while !rest.isEmpty {
      let line = HeadLine.first(of: UnsafeBufferPointer(rebasing: rest))
      try append(line: line)
      rest = rest.dropFirst(line.count)
    }
  }

  private mutating func append(line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    try count(line)
    guard !isComplete else { return readTrailer(HeadLine.withoutEnd(line)) }
    let text = HeadLine.withoutEnd(line)
    guard !HeadLine.contains(0, in: text), !HeadLine.contains(UInt8(ascii: "\r"), in: text) else {
      throw HeadLine.malformed("a line of the head has a control character in it", text)
    }
    if statusCode == 0 {
      try readStatus(text)
    } else if text.isEmpty {
      try end()
    } else if HeadLine.isBlank(text[0]) {
      guard !headers.isEmpty else { throw HeadLine.malformed("a line of the head continues no field", text) }
      headers.continueLast(with: HeadLine.text(HeadLine.trimmed(text)))
    } else {
      try readField(text)
    }
  }

  private mutating func count(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    size += line.count
    lineCount += 1
    guard size <= Self.sizeLimit else {
      throw URLError(.badServerResponse, "the head and trailers of the response have more than \(Self.sizeLimit) bytes")
    }
    guard lineCount <= Self.lineLimit else {
      throw URLError(.badServerResponse, "the head and trailers of the response have more than \(Self.lineLimit) lines")
    }
  }

  private mutating func readStatus(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")), line.starts(with: "HTTP/".utf8) else {
      throw HeadLine.malformed("the response does not begin with a status line", line)
    }
    let digits = line[(space + 1)...].prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30 else {
      throw HeadLine.malformed("the status of the response is not a number of three digits", line)
    }
    statusCode = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    httpVersion = HeadLine.text(UnsafeBufferPointer(rebasing: line[..<space]))
  }

  /// Returns and removes the interim heads.
  mutating func takeInterim() -> [WireHead] {
    guard !interim.isEmpty else { return [] }
    defer { interim = [] }
    return interim
  }

  /// Ends a head. Another head follows an interim one, except 101, which switches protocols.
  private mutating func end() throws(URLError) {
    guard statusCode >= 200 || statusCode == 101 else {
      if statusCode != 100 { interim.append(wire) }
      statusCode = 0
      headers = HTTPHeaders()
      return
    }
    isComplete = true
    // NB: a transfer coding overrides the length (RFC 9112 §6.3).
    guard !headers.contains("Transfer-Encoding"), headers.contains("Content-Length") else { return }
    contentLength = try HeadLine.length(headers.values(for: "Content-Length"))
  }

  /// Reads a field after the body. Malformed fields are skipped, because nothing depends on them.
  private mutating func readTrailer(_ line: UnsafeBufferPointer<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let name = HeadLine.text(UnsafeBufferPointer(rebasing: line[..<colon]))
    let value = HeadLine.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))
    guard HTTPToken.isToken(name), !HeadLine.contains(0, in: value), !HeadLine.contains(0x0D, in: value) else { return }
    var trailers = trailers ?? HTTPHeaders()
    trailers.append(HTTPHeaders.Field(name: name, bytes: value))
    self.trailers = trailers
  }

  private mutating func readField(_ line: UnsafeBufferPointer<UInt8>) throws(URLError) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw HeadLine.malformed("a line of the head has no name and colon", line)
    }
    guard !HeadLine.isBlank(line[colon - 1]) else {
      throw HeadLine.malformed("a line of the head has a blank before its colon", line)
    }
    let name = HeadLine.text(UnsafeBufferPointer(rebasing: line[..<colon]))
    guard HTTPToken.isToken(name) else { return }
    let value = HeadLine.trimmed(UnsafeBufferPointer(rebasing: line[(colon + 1)...]))
    headers.append(HTTPHeaders.Field(name: name, bytes: value))
  }
}

/// The bytes of one line of a head.
enum HeadLine {
  /// The maximum number of bytes that an error quotes of a malformed line.
  private static let quoteLimit = 80

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  // NB: `memchr` is fast, because a long line is searched on the thread that all transfers share.
  static func contains(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return memchr(start, Int32(byte), bytes.count) != nil
  }

  /// Returns the bytes up to and including the first LF.
  static func first(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else { return bytes }
    return UnsafeBufferPointer(rebasing: bytes.prefix(UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1))
  }

  /// Returns the line without its LF or CRLF.
  static func withoutEnd(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard line.last == UInt8(ascii: "\n") else { return line }
    let text = line.dropLast()
    return UnsafeBufferPointer(rebasing: text.last == UInt8(ascii: "\r") ? text.dropLast() : text)
  }

  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var slice = bytes[...]
    while let first = slice.first, isBlank(first) { slice = slice.dropFirst() }
    while let last = slice.last, isBlank(last) { slice = slice.dropLast() }
    return UnsafeBufferPointer(rebasing: slice)
  }

  /// Returns the text of bytes in UTF-8, or in Latin-1 if they aren't UTF-8.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { HTTPHeaders.Field.text(of: bytes) }

  /// Reads `Content-Length`: one decimal number, which may be repeated (RFC 9110 §8.6).
  ///
  /// - Returns: `nil` for a number beyond `Int64`.
  static func length(_ values: [String]) throws(URLError) -> Int64? {
    var number: Substring?
    for element in values.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let digits = HTTPToken.trimmed(String(element))
      let significant = digits.drop { $0 == "0" }
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        number ?? significant == significant
      else {
        throw URLError(
          .badServerResponse,
          "the Content-Length is not one decimal number: \(quoted(values.joined(separator: ", ")))"
        )
      }
      number = significant
    }
    return number.flatMap { $0.isEmpty ? 0 : Int64($0) }
  }

  static func malformed(_ words: String, _ line: UnsafeBufferPointer<UInt8>) -> URLError {
    let text = text(line)
    let name = text.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces)
    return URLError(.badServerResponse, "\(words): \(quoted(Redaction.isSecret(name) ? name + ": …" : text))")
  }

  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(quoteLimit)
    let isCut = scalars.endIndex < text.unicodeScalars.endIndex
    return "\"" + scalars.map { $0.escaped(asASCII: true) }.joined() + (isCut ? "…\"" : "\"")
  }
}
