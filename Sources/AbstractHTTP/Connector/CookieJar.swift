public import Foundation

/// The cookies of servers, in memory (RFC 6265).
///
/// Every ``DefaultHTTPConnector`` uses the ``shared`` one unless it is given another, so that a session which one
/// connection opened serves the next. Nothing is written to disk.
///
/// ```swift
/// connector.cookieJar = CookieJar()    // cookies of its own
/// CookieJar.shared.removeAll()         // signed out
/// ```
///
/// A cookie goes back to the host that set it, and to that host's subdomains if it says so; never to another. There is
/// no list of public suffixes: a domain without a dot, such as `com`, is refused, `co.uk` is not. At most 50 cookies a
/// domain and 3,000 in all are kept, of 4,096 bytes each; beyond that the oldest go.
public final class CookieJar: Sendable {
  /// The jar that connectors start with.
  public static let shared = CookieJar()

  private let store = Locked(CookieStore())

  /// Makes an empty jar.
  public init() {}

  /// How many cookies there are, the expired ones that were not needed since included.
  public var count: Int { store.withLock { $0.count } }

  /// The value of the `Cookie` header for a request to a URL; `nil` for none.
  public func header(for url: URL) -> String? {
    guard let address = try? HTTPAddress(url.absoluteString) else { return nil }
    return header(for: address, at: Date())
  }

  /// Keeps the cookie of a `Set-Cookie` header, or removes the one that it ends, as though the URL had answered with it.
  /// What is malformed, or not the host's to set, is passed over.
  public func keep(_ setCookie: String, from url: URL) {
    guard let address = try? HTTPAddress(url.absoluteString) else { return }
    keep([setCookie], from: address, at: Date())
  }

  /// Removes every cookie.
  public func removeAll() { store.withLock { $0 = CookieStore() } }

  func header(for address: HTTPAddress, at now: @autoclosure () -> Date) -> String? {
    guard store.withLock({ !$0.isEmpty }) else { return nil }
    let now = now()
    let cookies = store.withLock { $0.cookies(for: address, at: now) }
    return cookies.isEmpty ? nil : cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  func keep(_ lines: [String], from address: HTTPAddress, at now: Date) {
    let cookies = lines.compactMap { Cookie(setCookie: $0, from: address, at: now) }
    store.withLock { store in
      for cookie in cookies { store.keep(cookie, at: now) }
    }
  }
}

extension TransferSettings {
  /// Adds what the jar has for the address, unless the request brings cookies of its own.
  func addCookies(to request: inout WireRequest) {
    guard isCookieEnabled, !request.headers.contains("Cookie") else { return }
    guard let header = cookieJar.header(for: request.address, at: Date()) else { return }
    request.headers.append(header, for: "Cookie")
  }

  func keepCookies(of response: WireResponse, from address: HTTPAddress) {
    guard isCookieEnabled, response.headers.contains("Set-Cookie") else { return }
    cookieJar.keep(response.headers.values(for: "Set-Cookie"), from: address, at: Date())
  }
}
