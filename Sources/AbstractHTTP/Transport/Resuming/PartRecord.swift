import Foundation

/// What is known of the part of a download: kept beside it, in `.NAME.part.json`.
struct PartRecord: Codable, Hashable {
  /// The address that was asked, without secrets and without its fragment.
  var url: String
  /// The name that the whole file gets, if the response names it.
  var filename: String
  var validator: PartValidator
  /// The length of the whole; `nil` if the server did not declare it.
  var length: Int64?
  /// What the part looked like when it was left; `nil` while it is written, and after the program was killed.
  var seal: PartSeal?

  /// Notes what a response says of itself; `nil` if nothing could be joined to its first bytes later.
  init?(_ head: WireHead, of url: URL, named filename: String) {
    guard head.isPlain, head.headers["Accept-Ranges"]?.lowercased() != "none" else { return nil }
    guard let validator = PartValidator(head.headers) else { return nil }
    let address = Self.address(of: url)
    // NB: two files may differ only in what is left out of the address, and then only an entity tag tells them apart.
    guard validator.isTag || address.isWhole else { return nil }
    self.url = address.text
    self.filename = filename
    self.validator = validator
    // NB: a transfer coding takes the place of the length (RFC 9112 §6.3).
    let lengths = head.headers.contains("Transfer-Encoding") ? [] : head.headers.values(for: "Content-Length")
    length = try? HeadLine.length(lengths)
  }

  /// The address as it is recorded, and whether nothing is left out of it.
  static func address(of url: URL) -> (text: String, isWhole: Bool) {
    let text = Redaction.text(of: url)
    return (String(text.prefix { $0 != "#" }), text == url.absoluteString)
  }

  /// Whether a part of this size can be a beginning of the download.
  func allows(_ size: Int64, _ seal: PartSeal) -> Bool {
    guard size > 0, size <= length ?? .max else { return false }
    return self.seal == nil || self.seal == seal
  }
}

/// What tells whether a file was changed since it was left.
struct PartSeal: Codable, Hashable {
  var size: Int64
  var seconds: Int64
  var nanoseconds: Int64
}

/// What tells whether a server still has the same bytes: a strong entity tag, or a date that is as good (RFC 9110 §8.8).
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

  /// Whether a response that claims to have the same bytes says so by its own validator.
  ///
  /// A server has to repeat the entity tag (RFC 9110 §15.3.7), and may leave out the date.
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
  /// Whether the body is the file itself, and no coding of it.
  fileprivate var isPlain: Bool {
    headers.values(for: "Content-Encoding").allSatisfy { HTTPToken.isSame($0, "identity") }
  }

  /// Whether the body is a range of the file itself.
  var isPlainRange: Bool { statusCode == 206 && isPlain }
}
