import Foundation

extension CookieStore {
  /// The maximum number of cookies per domain.
  static let domainLimit = 180
  /// The maximum number of cookies. Beyond it, ``remainder`` of them are kept.
  static let limit = 3_300
  static let remainder = 3_000

  /// Removes the cookies beyond the limits: expired cookies first, then cookies that aren't Secure, then the least
  /// recently sent (RFC 6265bis §5.7).
  mutating func evict(near domain: String, at now: Date) {
    if let excess = entries[domain].map({ $0.count - Self.domainLimit }), excess > 0 {
      removeAll(of: domain) { $0.cookie.isExpired(at: now) }
      if let entries = entries[domain], entries.count > Self.domainLimit {
        let first = entries.sorted { $0.isEvicted(before: $1, at: now) }.prefix(entries.count - Self.domainLimit)
        for entry in first { remove(entry.cookie) }
      }
    }
    // NB: a tenth is removed at once, so that a full store isn't slower.
    guard count > Self.limit else { return }
    let sorted = entries.values.joined().sorted { $0.isEvicted(before: $1, at: now) }
    replace(with: sorted.suffix(Self.remainder).filter { !$0.cookie.isExpired(at: now) })
  }
}

extension CookieStore.Entry {
  fileprivate func isEvicted(before other: Self, at now: Date) -> Bool {
    let (one, two) = (cookie.worth(at: now), other.cookie.worth(at: now))
    return one == two ? (used, created) < (other.used, other.created) : one < two
  }
}

extension Cookie {
  fileprivate func worth(at now: Date) -> Int { isExpired(at: now) ? 0 : isSecure ? 2 : 1 }
}
