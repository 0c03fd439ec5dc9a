import Foundation

/// The cookies of a jar, by domain (RFC 6265 §5.3, §5.4).
struct CookieStore: Sendable {
  static let domainLimit = 50
  static let limit = 3_000

  private var cookies: [String: [Cookie]] = [:]
  private var created = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Keeps a cookie in the place of the one of the same name, domain and path; one that has expired only removes that.
  mutating func keep(_ cookie: Cookie, at now: Date) {
    var cookie = cookie
    var others = cookies[cookie.domain] ?? []
    count -= others.count
    cookie.order = created
    if let old = others.firstIndex(where: { $0.name == cookie.name && $0.path == cookie.path }) {
      cookie.order = others.remove(at: old).order
    }
    others.removeAll { $0.isExpired(at: now) }
    if !cookie.isExpired(at: now) { others.append(cookie) }
    if others.count > Self.domainLimit, let oldest = others.indices.min(by: { others[$0].order < others[$1].order }) {
      others.remove(at: oldest)
    }
    created += 1
    count += others.count
    cookies[cookie.domain] = others.isEmpty ? nil : others
    if count > Self.limit { removeOldest() }
  }

  /// The cookies for a request: those with longer paths first, then those that came first.
  func cookies(for address: HTTPAddress, at now: Date) -> [Cookie] {
    var found: [Cookie] = []
    for domain in address.cookieDomains {
      found += (cookies[domain] ?? []).filter { $0.isFor(address) && !$0.isExpired(at: now) }
    }
    return found.sorted { ($1.path.utf8.count, $0.order) < ($0.path.utf8.count, $1.order) }
  }

  /// Removes the oldest tenth at once, so that a full store costs no more than another.
  private mutating func removeOldest() {
    let orders = cookies.values.joined().map(\.order).sorted()
    let first = orders[min(Self.limit / 10, orders.count - 1)]
    cookies = cookies.mapValues { $0.filter { $0.order >= first } }.filter { !$0.value.isEmpty }
    count = cookies.values.reduce(0) { $0 + $1.count }
  }
}

extension HTTPAddress {
  /// The domains whose cookies the host may see: itself and, unless it is an address, what follows each of its dots.
  fileprivate var cookieDomains: [String] {
    guard !isIPAddress else { return [host] }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.indices.map { labels[$0...].joined(separator: ".") }
  }

  var isIPAddress: Bool {
    host.utf8.first == UInt8(ascii: "[")
      || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
  }
}
