import Foundation

/// The record of a download's part, which is kept beside it, in `.NAME.part.json`.
struct PartRecord: Codable, Hashable {
  /// The address of the request, without secrets and without its fragment.
  var url: String
  /// The name of the final file, if the response names it.
  var filename: String
  var validator: PartValidator
  /// The length of the whole file; `nil` if the server didn't declare it.
  var length: Int64?
  /// The state of the part when it was released; `nil` while it is written, or if the program was killed.
  var seal: PartSeal?

  /// Records the properties of a response; `nil` if it can't be resumed later.
  init?(_ head: WireHead, of url: URL, named filename: String) {
    guard head.isPlain, head.headers["Accept-Ranges"]?.lowercased() != "none" else { return nil }
    guard let validator = PartValidator(head.headers) else { return nil }
    let address = Self.address(of: url)
    // NB: the addresses of two files may differ only in the omitted part. Then, only an entity tag distinguishes them.
    guard validator.isTag || address.isWhole else { return nil }
    self.url = address.text
    self.filename = filename
    self.validator = validator
    // NB: a transfer coding overrides the length (RFC 9112 §6.3).
    let lengths = head.headers.contains("Transfer-Encoding") ? [] : head.headers.values(for: "Content-Length")
    length = try? HeadLine.length(lengths)
  }

  /// Returns the address as it is recorded, and whether it is complete.
  static func address(of url: URL) -> (text: String, isWhole: Bool) {
    let text = Redaction.text(of: url)
    return (String(text.prefix { $0 != "#" }), text == url.absoluteString)
  }

  /// Returns whether a part of this size can be the beginning of the download.
  func allows(_ size: Int64, _ seal: PartSeal) -> Bool {
    guard size > 0, size <= length ?? .max else { return false }
    return self.seal == nil || self.seal == seal
  }
}

/// The properties that show whether a file was changed since it was released.
struct PartSeal: Codable, Hashable {
  var size: Int64
  var seconds: Int64
  var nanoseconds: Int64
}

/// The validator that shows whether a server still has the same bytes: a strong entity tag, or an equally reliable date
/// (RFC 9110 §8.8).
struct PartValidator: Codable, Hashable {
  /// The value of `If-Range`.
  let text: String

  var isTag: Bool { text.hasPrefix("\"") }

  /// Reads a strong `ETag`. Only if there is none, reads a `Last-Modified` that is at least a minute older than `Date`
  /// (RFC 9110 §8.8.2.2, §13.1.5).
  init?(_ headers: HTTPHeaders) {
    let tags = headers.values(for: "ETag")
    guard tags.isEmpty else {
      guard tags.count == 1, let tag = tags.first, Self.isStrong(tag) else { return nil }
      text = tag
      return
    }
    guard let modified = headers.values(for: "Last-Modified").first, let date = headers["Date"] else { return nil }
    guard let changed = HTTPDate.date(of: modified), let sent = HTTPDate.date(of: date) else { return nil }
    guard sent.timeIntervalSince(changed) >= 60 else { return nil }
    text = modified
  }

  /// Returns whether a response that claims to have the same bytes confirms it with its validator.
  ///
  /// A server must repeat the entity tag (RFC 9110 §15.3.7), but may omit the date.
  func isRepeated(in headers: HTTPHeaders) -> Bool {
    let name = isTag ? "ETag" : "Last-Modified"
    let values = headers.values(for: name)
    return values == [text] || !isTag && values.isEmpty
  }

  private static func isStrong(_ tag: String) -> Bool {
    let bytes = tag.utf8
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return false }
    return bytes.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }
  }
}

extension WireHead {
  /// Whether the body is the file itself, without a content coding.
  fileprivate var isPlain: Bool {
    headers.values(for: "Content-Encoding").allSatisfy { HTTPToken.isSame($0, "identity") }
  }

  /// Whether the body is a range of the file itself.
  var isPlainRange: Bool { statusCode == 206 && isPlain }
}
