import Foundation

/// The Netscape cookie file format, which curl, wget, and Python read and write: one cookie per line, in seven fields
/// that are separated by tabs.
///
/// Unlike JSON, it stores the bytes of a value unchanged. It can't store a tab in a name or a path.
enum CookieFile {
  /// The maximum size of a file to read, which exceeds the contents of a full jar.
  static let sizeLimit: Int64 = 32 << 20

  private static let header = "# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n"
  private static let httpOnly = "#HttpOnly_"
  private static let tab = UInt8(ascii: "\t")

  static func bytes(of cookies: [Cookie]) -> [UInt8] {
    var bytes = Array(header.utf8)
    for cookie in cookies where !cookie.nameBytes.contains(tab) && !cookie.pathBytes.contains(tab) {
      if cookie.isHTTPOnly { bytes += httpOnly.utf8 }
      bytes += "\(cookie.isHostOnly ? "" : ".")\(cookie.domain)\t\(flag(!cookie.isHostOnly))\t".utf8
      bytes += cookie.pathBytes
      bytes += "\t\(flag(cookie.isSecure))\t\(seconds(until: cookie.expires))\t".utf8
      bytes += cookie.nameBytes
      bytes.append(tab)
      bytes += cookie.pair[(cookie.nameLength + 1)...]
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Returns the cookies of a file. Empty lines, comments, and cookies that no server could set are skipped.
  ///
  /// - Throws: ``InvalidCookieFile`` at the first malformed line.
  static func cookies(of bytes: [UInt8]) throws(InvalidCookieFile) -> [Cookie] {
    var cookies: [Cookie] = []
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let isHTTPOnly = line.starts(with: httpOnly.utf8)
      guard isHTTPOnly || !CookieBytes.trimmed(line).isEmpty && line.first != UInt8(ascii: "#") else { continue }
      guard let parts = parts(isHTTPOnly ? line.dropFirst(httpOnly.utf8.count) : line, isHTTPOnly) else {
        throw InvalidCookieFile(line: number)
      }
      if let cookie = Cookie(parts) { cookies.append(cookie) }
    }
    return cookies
  }

  /// Parses a line. An empty value may be missing, along with the tab before it.
  private static func parts(_ line: ArraySlice<UInt8>, _ isHTTPOnly: Bool) -> CookieParts? {
    let fields = line.split(separator: tab, maxSplits: 6, omittingEmptySubsequences: false)
    guard fields.count >= 6, let hasSubdomains = flag(fields[1]), let isSecure = flag(fields[3]) else { return nil }
    guard let seconds = seconds(fields[4]) else { return nil }
    let dotted = HTTPHeaders.Field.text(of: fields[0])
    let domain = (dotted.hasPrefix(".") ? String(dotted.dropFirst()) : dotted).lowercased()
    return CookieParts(
      name: fields[5],
      value: fields.count > 6 ? fields[6] : [],
      domain: domain,
      isHostOnly: !hasSubdomains || CookieTarget.isAddress(domain),
      path: fields[2],
      isSecure: isSecure,
      isHTTPOnly: isHTTPOnly,
      expires: seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
    )
  }

  private static func flag(_ isSet: Bool) -> String { isSet ? "TRUE" : "FALSE" }

  private static func flag(_ bytes: ArraySlice<UInt8>) -> Bool? {
    CookieBytes.isSame(bytes, "true") ? true : CookieBytes.isSame(bytes, "false") ? false : nil
  }

  /// Returns whole seconds since 1970; 0 for the end of the session.
  private static func seconds(until date: Date?) -> Int64 {
    guard let seconds = date?.timeIntervalSince1970 else { return 0 }
    return seconds > 1 ? Int64(min(seconds, 253_402_300_799)) : 1
  }

  /// Parses seconds. Browser tools write fractions, and -1 for the end of the session.
  private static func seconds(_ bytes: ArraySlice<UInt8>) -> Double? {
    if CookieBytes.isSame(bytes, "-1") { return 0 }
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(CookieBytes.isDigit) }) else { return nil }
    return parts[0].reduce(0.0) { min($0 * 10 + Double($1 - 0x30), 253_402_300_799) }
  }
}

/// A cookie file contains a malformed line.
///
/// The error doesn't contain the line, because it may be secret.
public struct InvalidCookieFile: AbstractHTTPError, Hashable {
  /// The line number, starting at 1.
  public let line: Int

  /// A description with the line number.
  public var description: String {
    "line \(line) of the cookie file isn't a cookie in Netscape's format: seven fields with a tab between"
  }
}
