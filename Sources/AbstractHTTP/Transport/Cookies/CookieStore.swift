import Foundation

/// The cookies of a jar, by domain (RFC 6265bis §5.7).
///
/// The cost of an operation depends only on the host's own cookies, regardless of the number of others.
struct CookieStore: Sendable {
  /// A cookie and its history, counted in steps of the store.
  struct Entry: Sendable {
    let cookie: Cookie
    let created: Int
    var used: Int

    var match: Match { Match(pair: cookie.pair, pathLength: cookie.pathBytes.count, created: created) }
  }

  /// The part of a cookie that is sent, and its position among others.
  struct Match: Sendable {
    let pair: [UInt8]
    let pathLength: Int
    let created: Int

    func isBefore(_ other: Self) -> Bool {
      pathLength == other.pathLength ? created < other.created : pathLength > other.pathLength
    }
  }

  /// The entries by domain, in the order in which they are sent: longer paths first, then by creation.
  private(set) var entries: [String: [Entry]] = [:]
  /// The number of Secure cookies by name and domain.
  private(set) var secureDomains: [ArraySlice<UInt8>: [String: Int]] = [:]
  private var step = 0
  private(set) var count = 0

  init() {}

  /// Creates a store with the entries of another one.
  init(_ entries: some Sequence<Entry>, after step: Int) {
    for entry in entries { insert(entry) }
    self.step = step
  }

  var isEmpty: Bool { count == 0 }

  /// Stores a cookie, replacing the same one. An expired cookie only removes it.
  ///
  /// - Parameter isTrusted: Whether the cookie came over TLS or from the program. Otherwise, it is ignored if it would
  ///   precede a Secure cookie with the same name.
  mutating func keep(_ cookie: Cookie, isTrusted: Bool, at now: Date) {
    if !isTrusted && !cookie.isSecure && overlaysSecure(cookie, at: now) { return }
    var cookie = cookie
    cookie.expires = cookie.expires.map { min($0, now.addingTimeInterval(Cookie.ageLimit)) }
    step += 1
    let created = remove(cookie)?.created ?? step
    guard !cookie.isExpired(at: now) else { return }
    insert(Entry(cookie: cookie, created: created, used: step))
    evict(near: cookie.domain, at: now)
  }

  /// Removes a cookie regardless of its value, and returns it.
  @discardableResult
  mutating func remove(_ cookie: Cookie) -> Entry? {
    guard let place = entries[cookie.domain]?.firstIndex(where: { $0.cookie.isSame(as: cookie) }) else { return nil }
    return remove(at: place, of: cookie.domain)
  }

  mutating func removeAll(of domain: String, where isRemoved: (Entry) -> Bool) {
    guard let all = entries[domain] else { return }
    for place in all.indices.reversed() where isRemoved(all[place]) { _ = remove(at: place, of: domain) }
  }

  /// Returns the cookies that are sent with a request, and marks them as used. Cookies with longer paths come first,
  /// then older cookies.
  mutating func matches(for target: CookieTarget, at now: Date) -> [Match] {
    step += 1
    var found: [Match] = []
    var sources = 0
    for domain in target.domains {
      guard let place = entries.index(forKey: domain) else { continue }
      let before = found.count
      let hasExpired = entries.values[place].use(for: target, at: now, step: step, into: &found)
      sources += found.count > before ? 1 : 0
      if hasExpired { removeAll(of: domain) { $0.cookie.isExpired(at: now) } }
    }
    if sources > 1 { found.sort { $0.isBefore($1) } }
    return found
  }

  /// Returns the cookies that are sent with a request, without marking them as used.
  func cookies(for target: CookieTarget, at now: Date) -> [Cookie] {
    let found = target.domains.compactMap { entries[$0] }.joined()
      .filter { !$0.cookie.isExpired(at: now) && $0.cookie.isFor(target) }
    return found.sorted { $0.match.isBefore($1.match) }.map(\.cookie)
  }

  /// Returns all cookies in the order of their creation.
  func all(at now: Date) -> [Cookie] {
    entries.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.created < $1.created }.map(\.cookie)
  }

  private mutating func insert(_ entry: Entry) {
    let domain = entry.cookie.domain
    let place = (entries[domain]?.lastIndex { !entry.match.isBefore($0.match) } ?? -1) + 1
    entries[domain, default: []].insert(entry, at: place)
    count += 1
    if entry.cookie.isSecure { secureDomains[entry.cookie.nameBytes, default: [:]][domain, default: 0] += 1 }
  }

  private mutating func remove(at place: Int, of domain: String) -> Entry? {
    guard let entry = entries[domain]?.remove(at: place) else { return nil }
    if entries[domain]?.isEmpty == true { entries[domain] = nil }
    count -= 1
    guard entry.cookie.isSecure else { return entry }
    let name = entry.cookie.nameBytes
    let left = (secureDomains[name]?[domain] ?? 0) - 1
    secureDomains[name]?[domain] = left > 0 ? left : nil
    if secureDomains[name]?.isEmpty == true { secureDomains[name] = nil }
    return entry
  }

  /// Replaces all entries, which is faster if many are removed at once.
  mutating func replace(with entries: some Sequence<Entry>) { self = CookieStore(entries, after: step) }
}

extension [CookieStore.Entry] {
  /// Appends the entries for a request, marks them as used, and returns whether others have expired.
  fileprivate mutating func use(
    for target: CookieTarget,
    at now: Date,
    step: Int,
    into found: inout [CookieStore.Match]
  )
    -> Bool
  {
    var hasExpired = false
    for place in indices {
      if self[place].cookie.isExpired(at: now) {
        hasExpired = true
      } else if self[place].cookie.isFor(target) {
        self[place].used = step
        found.append(self[place].match)
      }
    }
    return hasExpired
  }
}
