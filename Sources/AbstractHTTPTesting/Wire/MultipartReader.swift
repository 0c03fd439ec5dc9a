import AbstractHTTP
import Foundation

/// Parses a multipart body (RFC 2046 §5.1).
struct MultipartReader {
  let boundary: String

  /// Returns the parts; `nil` unless the body is valid from the first boundary to the last.
  func parts(of body: Data) -> [ReceivedPart]? {
    // An additional line break, so that all boundaries look the same.
    let body = Data("\r\n".utf8) + body
    let delimiter = Data("\r\n--\(boundary)".utf8)
    guard var place = body.range(of: delimiter)?.upperBound else { return nil }
    var parts: [ReceivedPart] = []
    while !body[place...].starts(with: "--".utf8) {
      guard let start = endOfLine(body[place...]), let end = body.range(of: delimiter, in: (start - 2)..<body.endIndex),
        let part = part(body[start..<max(start, end.lowerBound)])
      else { return nil }
      parts.append(part)
      place = end.upperBound
    }
    return parts
  }

  /// Returns the position after the white space and the line break that follow a boundary.
  private func endOfLine(_ bytes: Data) -> Int? {
    let rest = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return rest.starts(with: "\r\n".utf8) ? rest.startIndex + 2 : nil
  }

  private func part(_ bytes: Data) -> ReceivedPart? {
    let isBare = bytes.starts(with: "\r\n".utf8)
    let empty = isBare ? bytes.startIndex..<(bytes.startIndex + 2) : bytes.range(of: Data("\r\n\r\n".utf8))
    guard let empty, let headers = headers(bytes[..<empty.lowerBound]) else { return nil }
    let disposition = HeaderParameters(headers["Content-Disposition"] ?? "")
    return ReceivedPart(
      name: Self.decoded(disposition["name"] ?? ""),
      fileName: disposition["filename"].map(Self.decoded),
      headers: headers,
      body: Data(bytes[empty.upperBound...])
    )
  }

  private func headers(_ lines: Data) -> HTTPHeaders? {
    var headers = HTTPHeaders()
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") }
      let text = String(decoding: value.last == UInt8(ascii: "\r") ? value.dropLast() : value, as: UTF8.self)
      headers.append(text, for: String(decoding: line[..<colon], as: UTF8.self))
    }
    return headers
  }

  /// Reverses WHATWG's escaping, byte by byte, because a combining mark would form one character with a quote before
  /// it.
  private static func decoded(_ name: String) -> String {
    var (bytes, rest) = ([UInt8](), name.utf8[...])
    while let byte = rest.first {
      let escape = escapes.first { rest.starts(with: $0.written.utf8) }
      bytes.append(escape?.byte ?? byte)
      rest = rest.dropFirst(escape?.written.utf8.count ?? 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let escapes: [(written: String, byte: UInt8)] = [
    ("%22", UInt8(ascii: "\"")), ("%0D", UInt8(ascii: "\r")), ("%0A", UInt8(ascii: "\n")),
  ]
}
