import Foundation

extension CookieStore {
  /// Returns whether a cookie would overlay a Secure cookie: one with the same name, in a parent domain or subdomain,
  /// whose path contains the cookie's path (RFC 6265bis §5.7: leave Secure cookies alone).
  func overlaysSecure(_ cookie: Cookie, at now: Date) -> Bool {
    guard let domains = secureDomains[cookie.nameBytes]?.keys else { return false }
    return domains.contains { domain in
      guard CookieTarget.host(domain, matches: cookie.domain) || CookieTarget.host(cookie.domain, matches: domain)
      else {
        return false
      }
      return entries[domain]?.contains { $0.cookie.isOverlaid(by: cookie, at: now) } ?? false
    }
  }
}

extension Cookie {
  fileprivate func isOverlaid(by other: Cookie, at now: Date) -> Bool {
    isSecure && !isExpired(at: now) && nameBytes == other.nameBytes && Self.path(other.pathBytes, matches: pathBytes)
  }
}
