import Foundation

/// Compares and updates stored responses (RFC 9111 §3.2, §4.3).
extension StoredResponse {
  /// The entity tag, if it can be sent in a request.
  var entityTag: String? { Self.entityTag(in: headers) }

  /// The date of the last change, in its original text, if it is valid.
  var lastModified: String? {
    headers.values(for: "Last-Modified").first.flatMap { HTTPDate.date(of: $0, now: responseTime) == nil ? nil : $0 }
  }

  var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// Returns whether a 304, to a request that validated this response, confirms it (RFC 9111 §4.3.4).
  ///
  /// Tags must be equal. A 304 without a tag confirms the response, unless it names another date.
  func isValidated(by notModified: Response) -> Bool {
    if let tag = Self.entityTag(in: notModified.headers) { return entityTag.map { Self.isSame(tag, $0) } ?? false }
    guard let change = notModified.headers.values(for: "Last-Modified").first, entityTag == nil else { return true }
    return change == lastModified
  }

  /// Returns whether a 304 names this response by a strong entity tag, whichever response the request validated.
  func isNamed(by notModified: Response) -> Bool {
    guard let tag = Self.entityTag(in: notModified.headers), !tag.hasPrefix("W/") else { return false }
    return tag == entityTag
  }

  /// Returns whether a response to `HEAD` describes this response (RFC 9111 §4.3.5).
  func isDescribed(by head: Response) -> Bool {
    ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
      head.headers[name].map { $0 == headers[name] } ?? true
    }
  }

  /// Returns the stored headers, updated with newer ones (RFC 9111 §3.2).
  func headers(updatedBy newer: HTTPHeaders) -> HTTPHeaders {
    let added = newer.filter { field in !Self.unchanging.contains { HTTPToken.isSame($0, field.name) } }
    // NB: the age and the date are those of the exchange; a response that came without one has none.
    let kept = headers.filter { !HTTPToken.isSame($0.name, "Age") && !HTTPToken.isSame($0.name, "Date") }
    return HTTPHeaders(kept).merging(HTTPHeaders(added))
  }

  /// Fields that describe the stored body, as it was decoded, and aren't updated by a 304.
  private static let unchanging = ["Content-Length", "Content-Encoding", "Content-Range"]

  /// Compares tags: strong tags exactly, and weak tags by the weak comparison (RFC 9110 §8.8.3.2).
  private static func isSame(_ tag: String, _ own: String) -> Bool {
    tag.hasPrefix("W/") ? tag.dropFirst(2) == (own.hasPrefix("W/") ? own.dropFirst(2) : own[...]) : tag == own
  }

  private static func entityTag(in headers: HTTPHeaders) -> String? {
    headers.values(for: "ETag").first.flatMap { $0.isEmpty || !HTTPToken.isFieldValue($0) ? nil : $0 }
  }
}
