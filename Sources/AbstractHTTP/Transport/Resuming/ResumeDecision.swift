import Foundation

/// The decision about the response to a resumable download.
enum ResumeDecision: Hashable {
  /// The body is the rest of the file, and is appended to the part.
  case append(total: Int64)
  /// The body is the whole file, and the download can be resumed later.
  case begin(PartRecord)
  /// The body is the whole file, and the download can't be resumed later.
  case plain
  /// The part is already the whole file.
  case whole
  /// Neither the part nor the response is usable. The download is requested again from its beginning.
  case again
  /// The body is a range that wasn't requested.
  case refuse

  /// Decides based on the head of a response.
  ///
  /// - Parameters:
  ///   - offset: The start of the requested range; 0 if no range was requested.
  ///   - record: The record of the part, if a range was requested.
  ///   - fresh: The record of a new part that starts with this response.
  init(_ head: WireHead, after offset: Int64, of record: PartRecord?, fresh: PartRecord?) {
    switch head.statusCode {
    case 206 where offset > 0: self = Self.range(head, offset, record)
    case 206: self = .refuse
    case 416 where offset > 0: self = Self.isWhole(head, offset, record) ? .whole : .again
    default: self = fresh.map(Self.begin) ?? .plain
    }
  }

  private static func range(_ head: WireHead, _ offset: Int64, _ record: PartRecord?) -> ResumeDecision {
    guard let record, head.isPlainRange, let range = ContentRange(head.headers), let bytes = range.bytes,
      bytes.lowerBound == offset, range.total == record.length ?? range.total,
      record.validator.isRepeated(in: head.headers)
    else { return .again }
    return .append(total: range.total)
  }

  /// Returns whether a server without more bytes has exactly the bytes of the part.
  private static func isWhole(_ head: WireHead, _ offset: Int64, _ record: PartRecord?) -> Bool {
    guard let record, let range = ContentRange(head.headers), range.bytes == nil, range.total == offset,
      record.length ?? offset == offset
    else { return false }
    let names = ["ETag", "Last-Modified"]
    return !names.contains(where: head.headers.contains) || record.validator.isRepeated(in: head.headers)
  }
}

/// The value of `Content-Range` (RFC 9110 §14.4), with a total.
struct ContentRange: Hashable {
  /// The range; `nil` in `bytes */9`, which has no range.
  let bytes: ClosedRange<Int64>?
  let total: Int64

  init?(_ headers: HTTPHeaders) {
    let values = headers.values(for: "Content-Range")
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }

  /// Reads `bytes 5-8/9` and `bytes */9`.
  init?(_ value: String) {
    let words = value.split(separator: " ")
    guard words.count == 2, HTTPToken.isSame(String(words[0]), "bytes") else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Self.number(parts[1]) else { return nil }
    self.total = total
    if parts[0] == "*" {
      bytes = nil
    } else {
      let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
      guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < total else { return nil }
      bytes = first...last
    }
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
