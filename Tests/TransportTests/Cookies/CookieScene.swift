import Foundation

@testable import AbstractHTTP
@testable import TestSupport

/// A jar at a time that stands still.
struct CookieScene {
  let jar = CookieJar()
  let now = Date(timeIntervalSince1970: 1_700_000_000)

  func keep(_ lines: String..., from url: String = "https://example.com/") throws {
    jar.keep(lines, from: try HTTPAddress(url), at: now)
  }

  func header(_ url: String = "https://example.com/", after seconds: TimeInterval = 0) throws -> String? {
    jar.header(for: try HTTPAddress(url), at: now.addingTimeInterval(seconds))
  }

  /// The names of the cookies that are sent, in their order.
  func names(_ url: String = "https://example.com/", after seconds: TimeInterval = 0) throws -> [String] {
    try (header(url, after: seconds) ?? "").split(separator: "; ").map { String($0.prefix { $0 != "=" }) }
  }
}
