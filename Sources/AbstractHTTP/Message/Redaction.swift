import Foundation

/// What is left out of every text that the library prints, because it opens doors.
enum Redaction {
  static let mask = "***"

  static func value(of field: HTTPHeaders.Field) -> String {
    isSecretHeader(field.name) ? mask : field.value
  }

  static func isSecretHeader(_ name: String) -> Bool {
    headers.contains { HTTPToken.isSame($0, name) } || looksSecret(name)
  }

  /// The URL with the values of its query's secrets left out, and without a user's name and password.
  static func text(of url: URL) -> String { text(ofURL: url.absoluteString) }

  static func text(ofURL url: String) -> String {
    let text = withoutUser(url)
    guard let mark = text.firstIndex(of: "?") else { return text }
    let end = text[mark...].firstIndex(of: "#") ?? text.endIndex
    let query = text[text.index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false)
    let redacted = query.map { pair in
      guard let equals = pair.firstIndex(of: "="), looksSecret(pair[..<equals]) else { return String(pair) }
      return String(pair[...equals]) + mask
    }
    return String(text[...mark]) + redacted.joined(separator: "&") + text[end...]
  }

  /// The error in words; a `URLError` without its `userInfo`, which repeats the whole URL.
  static func text(of error: any Error) -> String {
    guard let error = error as? URLError else { return "\(error)" }
    let reason = error.userInfo[NSLocalizedDescriptionKey] as? String
    return "URLError.\(error.code)" + (reason.map { " (\($0))" } ?? "")
  }

  private static func withoutUser(_ text: String) -> String {
    guard let start = text.range(of: "://")?.upperBound else { return text }
    let end = text[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
    guard let at = text[start..<end].lastIndex(of: "@") else { return text }
    return String(text[..<start]) + text[text.index(after: at)...]
  }

  private static func looksSecret(_ name: some StringProtocol) -> Bool {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return words.contains { letters.contains($0) } || names.contains(letters)
  }

  private static let headers = [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "WWW-Authenticate", "Proxy-Authenticate",
  ]

  private static let words = ["token", "secret", "password", "passwd", "apikey", "signature", "credential", "session"]

  private static let names: Set<String> = ["key", "auth", "code", "sig", "pwd", "jwt", "pass"]
}
