import AbstractHTTP
import Foundation

/// The reason why the server rejects a client's bytes, with the status to send.
struct Refusal: Error, Hashable {
  let status: Int
}

/// Parses the head of a request strictly (RFC 9112 §3, §5): ambiguous input is rejected instead of guessed.
enum RequestHead {
  static func read(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> ReceivedRequest {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      let field = try field(withoutReturn(line, isLast: line.endIndex == bytes.endIndex))
      headers.append(field.value, for: field.name)
    }
    let first = try withoutReturn(lines.first ?? [], isLast: lines.count == 1)
    let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), !words[1].isEmpty, words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { throw Refusal(status: 400) }
    return ReceivedRequest(
      method: HTTPMethod(text(words[0])),
      target: text(words[1]),
      headers: headers,
      isHTTP11: try isHTTP11(text(words[2]))
    )
  }

  /// Parses `name: value`.
  static func field(_ line: ArraySlice<UInt8>) throws(Refusal) -> HTTPHeaders.Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
      throw Refusal(status: 400)
    }
    let value = line[(colon + 1)...].trimmed
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw Refusal(status: 400) }
    // A value that isn't UTF-8 keeps its bytes, one for each character, as a client's headers do.
    let latin1 = String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    return HTTPHeaders.Field(name: text(line[..<colon]), value: String(validating: value, as: UTF8.self) ?? latin1)
  }

  private static func withoutReturn(
    _ line: ArraySlice<UInt8>,
    isLast: Bool
  ) throws(Refusal) -> ArraySlice<UInt8> {
    if isLast { return line }
    guard line.last == UInt8(ascii: "\r") else { throw Refusal(status: 400) }
    return line.dropLast()
  }

  private static func isHTTP11(_ version: String) throws(Refusal) -> Bool {
    switch version {
    case "HTTP/1.1": true
    case "HTTP/1.0": false
    default: throw Refusal(status: version.hasPrefix("HTTP/") ? 505 : 400)
    }
  }

  /// Returns whether it is a token (RFC 9110 §5.6.2).
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !delimiters.contains($0) }
  }

  private static let delimiters = Set("\"(),/:;<=>?@[\\]{}".utf8)

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  /// The bytes without the spaces and tabs around them.
  var trimmed: Self {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let end = lastIndex { !isSpace($0) }.map { $0 + 1 } ?? startIndex
    return self[..<end].drop(while: isSpace)
  }
}
