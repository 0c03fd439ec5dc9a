import Foundation

/// How stored responses are told apart and brought up to date (RFC 9111 §3.2, §4.3).
extension StoredResponse {
  /// The entity tag, if it can be sent back.
  var entityTag: String? { Self.entityTag(in: headers) }

  /// The date of the last change, as the server wrote it, if it is one.
  var lastModified: String? {
    headers.values(for: "Last-Modified").first.flatMap { HTTPDate.date(of: $0, now: responseTime) == nil ? nil : $0 }
  }

  var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// Whether a 304 to a request that asked about this response says that it is still right (RFC 9111 §4.3.4).
  ///
  /// A tag must be the same. A 304 that names none means what it was asked about, unless it names another date.
  func isValidated(by notModified: Response) -> Bool {
    if let tag = Self.entityTag(in: notModified.headers) { return entityTag.map { Self.isSame(tag, $0) } ?? false }
    guard let change = notModified.headers.values(for: "Last-Modified").first, entityTag == nil else { return true }
    return change == lastModified
  }

  /// Whether a 304 names this response by a strong entity tag, whichever it was asked about.
  func isNamed(by notModified: Response) -> Bool {
    guard let tag = Self.entityTag(in: notModified.headers), !tag.hasPrefix("W/") else { return false }
    return tag == entityTag
  }

  /// Whether an answer to `HEAD` is about this response (RFC 9111 §4.3.5).
  func isDescribed(by head: Response) -> Bool {
    ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
      head.headers[name].map { $0 == headers[name] } ?? true
    }
  }

  /// The stored headers with newer ones in their place (RFC 9111 §3.2).
  func headers(updatedBy newer: HTTPHeaders) -> HTTPHeaders {
    let added = newer.filter { field in !Self.unchanging.contains { HTTPToken.isSame($0, field.name) } }
    // NB: the age and the date are those of the exchange; what came without one has none.
    let kept = headers.filter { !HTTPToken.isSame($0.name, "Age") && !HTTPToken.isSame($0.name, "Date") }
    return HTTPHeaders(kept).merging(HTTPHeaders(added))
  }

  /// What belongs to the stored body, as it was decoded, and not to the 304.
  private static let unchanging = ["Content-Length", "Content-Encoding", "Content-Range"]

  /// A tag that is strong is only what it is; one that is weak is compared weakly (RFC 9110 §8.8.3.2).
  private static func isSame(_ tag: String, _ own: String) -> Bool {
    tag.hasPrefix("W/") ? tag.dropFirst(2) == (own.hasPrefix("W/") ? own.dropFirst(2) : own[...]) : tag == own
  }

  private static func entityTag(in headers: HTTPHeaders) -> String? {
    headers.values(for: "ETag").first.flatMap { $0.isEmpty || !HTTPToken.isFieldValue($0) ? nil : $0 }
  }
}
