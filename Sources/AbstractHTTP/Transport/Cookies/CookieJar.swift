public import Foundation

/// The cookies of servers, in memory (RFC 6265bis).
///
/// Every ``DefaultHTTPConnector`` uses the ``shared`` jar unless it is given another, so that a session which one
/// connection opened serves the next. Nothing is written to disk unless you call ``save(to:includingSessionCookies:)``.
///
/// ```swift
/// let jar = CookieJar()                                     // apart from all others
/// connector.cookieJar = jar
/// try jar.set(Cookie("theme", "dark", domain: "example.com"))
/// jar.cookies.map(\.name)                                   // ["theme"]
/// try jar.save(to: file)                                    // as curl and wget write it
/// CookieJar.shared.removeAll()                              // signed out
/// ```
///
/// - A cookie goes back to the host that set it, and to that host's subdomains if it says so. A cookie for a public
///   suffix, such as `co.uk` or `github.io`, is ignored; the list is libpsl's on Linux if libpsl is installed, and
///   otherwise a short one of common suffixes. An address, in whatever notation, has no subdomains.
/// - A cookie that is `Secure` is taken from and sent to `https` only, and `localhost`, `127.0.0.0/8` and `[::1]`, which
///   no network lies between. A response over plain HTTP can't replace it.
/// - A cookie without a name is ignored, and so is `SameSite`: every request is the program's own.
/// - Values are bytes, and go back as they came.
///
/// At least 150 cookies a domain and 3,000 in all are kept (180 and 3,300 at most), of 4,096 bytes each and for 400 days.
/// Beyond that, expired cookies go first, then those that aren't Secure, then those that were sent least recently. The
/// `Cookie` field stays below 8 KB: the most specific cookies come first, and one that no longer fits is left out.
///
/// A jar may be used from any thread. Printed and reflected, it shows no cookie.
public final class CookieJar: Sendable {
  /// The jar that connectors start with.
  public static let shared = CookieJar()

  private let store = Locked(CookieStore())

  /// Makes an empty jar.
  public init() {}

  /// How many cookies there are, including expired ones that haven't been removed yet.
  public var count: Int { store.withLock { $0.count } }

  /// The cookies that haven't expired, in the order they were created.
  public var cookies: [Cookie] { cookies(at: Date()) }

  /// The cookies for a request to a URL, in the order they are sent; none if the URL isn't an `http` or `https` one.
  public func cookies(for url: URL) -> [Cookie] {
    guard let address = try? HTTPAddress(url.absoluteString) else { return [] }
    return cookies(for: address, at: Date())
  }

  /// The value of the `Cookie` header for a request to a URL; `nil` for none.
  ///
  /// Bytes that aren't UTF-8 are shown as ISO 8859-1. A connector sends the bytes themselves.
  public func header(for url: URL) -> String? {
    guard let address = try? HTTPAddress(url.absoluteString) else { return nil }
    return header(for: address, at: Date())
  }

  /// Keeps the cookie of a `Set-Cookie` header, or removes the one that it ends, as though the URL had answered with it.
  /// A cookie that is malformed, or that the host may not set, is ignored.
  public func keep(_ setCookie: String, from url: URL) {
    guard let address = try? HTTPAddress(url.absoluteString) else { return }
    keep([setCookie], from: address, at: Date())
  }

  /// Keeps a cookie in the place of the one of the same name, domain, path and ``Cookie/isHostOnly``; a cookie that has
  /// expired only removes that one.
  public func set(_ cookie: Cookie) { keep([cookie], isTrusted: true, at: Date()) }

  /// Removes the cookie of the same name, domain, path and ``Cookie/isHostOnly``, whatever its value.
  public func remove(_ cookie: Cookie) { store.withLock { _ = $0.remove(cookie) } }

  /// Removes every cookie.
  public func removeAll() { store.withLock { $0 = CookieStore() } }

  /// Removes the cookies without an expiration date, as at the end of a session.
  public func removeSessionCookies() {
    store.withLock { store in
      let lasting = store.entries.values.joined().filter { $0.cookie.expires != nil }
      store.replace(with: lasting)
    }
  }

  func cookies(at now: Date) -> [Cookie] { store.withLock { $0.all(at: now) } }

  func cookies(for address: HTTPAddress, at now: Date) -> [Cookie] {
    let target = CookieTarget(address)
    return store.withLock { $0.cookies(for: target, at: now) }
  }

  func pairs(for address: HTTPAddress, at now: @autoclosure () -> Date) -> [[UInt8]] {
    guard store.withLock({ !$0.isEmpty }) else { return [] }
    let (target, now) = (CookieTarget(address), now())
    return store.withLock { $0.matches(for: target, at: now) }.map(\.pair)
  }

  func keep(_ fields: [[UInt8]], from address: HTTPAddress, at now: Date) {
    let target = CookieTarget(address)
    let cookies = fields.compactMap { Cookie(setCookie: $0, from: target, at: now) }
    keep(cookies, isTrusted: target.isSecure, at: now)
  }

  func keep(_ fields: [String], from address: HTTPAddress, at now: Date) {
    keep(fields.map { Array($0.utf8) }, from: address, at: now)
  }

  func keep(_ cookies: [Cookie], isTrusted: Bool, at now: Date) {
    store.withLock { store in
      for cookie in cookies { store.keep(cookie, isTrusted: isTrusted, at: now) }
    }
  }
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many cookies there are.
  public var description: String { "CookieJar(count: \(count))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// How many cookies there are, for `dump` and debuggers.
  public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
