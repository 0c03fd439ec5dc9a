import Foundation

/// The path of a target, as it is sent. `/` separates its segments, and characters that a segment can't contain are
/// percent-encoded (RFC 3986 §3.3). Existing encoding is kept.
struct TargetPath {
  private let text: String

  init(_ path: String) { text = Self.encoded(path) }

  /// Whether a segment is `.` or `..`, encoded or not.
  var hasDotSegment: Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
      guard segment.count <= 6 else { return false }
      let plain = String(Substring(segment)).removingPercentEncoding
      return plain == "." || plain == ".."
    }
  }

  /// Returns the path appended to a base URL's path, with a single slash in between, before the base's query and
  /// fragment.
  func text(on baseURL: URL) -> String {
    let base = baseURL.absoluteString
    guard !text.isEmpty else { return base }
    let end = base.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? base.endIndex
    let slashes = (base.utf8[..<end].last == UInt8(ascii: "/"), text.utf8.first == UInt8(ascii: "/"))
    var joined = ""
    joined.reserveCapacity(base.utf8.count + text.utf8.count + 1)
    joined += slashes == (true, true) ? base[..<end].dropLast() : base[..<end]
    if slashes == (false, false) { joined += "/" }
    joined += text
    joined += base[end...]
    return joined
  }

  private static func encoded(_ path: String) -> String {
    guard path.utf8.contains(where: { !isSegmentByte($0) && $0 != UInt8(ascii: "/") }) else { return path }
    let parts = path.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).map { Substring($0) }
    let mended = parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      let digits = part.utf8.prefix(2)
      return text + (digits.count == 2 && digits.allSatisfy(PercentEncoding.isHexDigit) ? "%" : "%25") + part
    }
    return PercentEncoding.encode(mended) { byte in
      isSegmentByte(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%")
    }
  }

  /// Returns whether the byte is in `pchar`, except `%` (RFC 3986 §3.3).
  fileprivate static func isSegmentByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
      true
    default:
      PercentEncoding.isUnreserved(byte)
    }
  }
}

extension DefaultStringInterpolation {
  /// Appends a value as one segment of a path. Characters that would end the segment, such as `/`, `?`, and `#`, are
  /// percent-encoded, and so is `%`.
  ///
  /// ```swift
  /// let path = "/files/\(segment: "a/b 100%")/size"     // /files/a%2Fb%20100%25/size
  /// ```
  ///
  /// An empty value is an empty segment. A segment that is `.` or `..` would change the path even if it is encoded (RFC
  /// 3986 §5.2.4), so a ``TargetType`` with such a path fails with `.invalidURL`.
  public mutating func appendInterpolation(segment value: some CustomStringConvertible) {
    appendLiteral(PercentEncoding.encode(value.description, leaving: TargetPath.isSegmentByte))
  }
}
