public import Foundation

/// A thread-safe, in-memory store for cookies (RFC 6265bis).
///
/// By default, every ``DefaultHTTPConnector`` uses the ``shared`` jar, so all connections share a session. Nothing is
/// written to disk unless you call ``save(to:includingSessionCookies:)``.
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
/// - A cookie is sent back to the host that set it, and, if it has a domain, to the host's subdomains. A cookie for a
///   public suffix, such as `co.uk` or `github.io`, is ignored. The list of suffixes is that of libpsl, if it is
///   installed on Linux, and otherwise a short list of common suffixes. An address, in any notation, has no subdomains.
/// - `Secure` cookies are accepted from and sent to only `https` and the local machine (`localhost`, `127.0.0.0/8`, and
///   `[::1]`). A response over plain HTTP can't replace them.
/// - Cookies without a name are ignored. So is `SameSite`, because the program itself starts every request.
/// - Values are bytes, and are sent back unchanged.
///
/// A jar keeps at least 150 cookies per domain and 3,000 in total (at most 180 and 3,300), of up to 4,096 bytes each,
/// for up to 400 days. Beyond these limits, it removes expired cookies first, then cookies that aren't `Secure`, then
/// the least recently sent. The `Cookie` field stays below 8 KB: the most specific cookies come first, and a cookie
/// that no longer fits is left out.
///
/// A jar may be used from any thread. Its description and mirror don't show cookies.
public final class CookieJar: Sendable {
  /// The jar that connectors use by default.
  public static let shared = CookieJar()

  private let store = Locked(CookieStore())

  /// Creates an empty jar.
  public init() {}

  /// The number of cookies, including expired ones that haven't been removed yet.
  public var count: Int { store.withLock { $0.count } }

  /// The unexpired cookies, in the order of their creation.
  public var cookies: [Cookie] { cookies(at: Date()) }

  /// Returns the cookies for a request to a URL, in the order they are sent. Empty if the URL isn't `http` or `https`.
  public func cookies(for url: URL) -> [Cookie] {
    guard let address = try? HTTPAddress(url.absoluteString) else { return [] }
    return cookies(for: address, at: Date())
  }

  /// Returns the value of the `Cookie` header for a request to a URL; `nil` if there are no cookies.
  ///
  /// Bytes that aren't UTF-8 are shown as ISO 8859-1. A connector sends the bytes themselves.
  public func header(for url: URL) -> String? {
    guard let address = try? HTTPAddress(url.absoluteString) else { return nil }
    return header(for: address, at: Date())
  }

  /// Processes a `Set-Cookie` header as if the URL had responded with it: stores its cookie, or removes an expired one.
  /// Malformed cookies, and cookies that the host may not set, are ignored.
  ///
  /// - Parameters:
  ///   - setCookie: The value of the header.
  ///   - url: The URL of the response.
  public func keep(_ setCookie: String, from url: URL) {
    guard let address = try? HTTPAddress(url.absoluteString) else { return }
    keep([setCookie], from: address, at: Date())
  }

  /// Stores a cookie, replacing the cookie with the same name, domain, path, and ``Cookie/isHostOnly``. An expired
  /// cookie only removes it.
  public func set(_ cookie: Cookie) { keep([cookie], isTrusted: true, at: Date()) }

  /// Removes the cookie with the same name, domain, path, and ``Cookie/isHostOnly``, regardless of its value.
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

  /// The ``description``, which contains no cookies.
  public var debugDescription: String { description }

  /// A mirror for `dump` and debuggers with the number of cookies.
  public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
