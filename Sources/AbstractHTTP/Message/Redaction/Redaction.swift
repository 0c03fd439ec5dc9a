import Foundation

/// Masks secrets, such as credentials, in every text that the library prints.
enum Redaction {
  static let mask = "***"

  static func value(of field: HTTPHeaders.Field, _ more: SecretNames = []) -> String {
    if isSecret(field.name, more) { return mask }
    let isAddress = addresses.contains { HTTPToken.isSame($0, field.name) }
    return isAddress ? withoutSecretParameters(withoutUser(field.value), more) : field.value
  }

  /// Returns the URL without a user name, a password, and the secret values in its query.
  static func text(of url: URL, _ more: SecretNames = []) -> String {
    withoutSecretParameters(withoutUser(url.absoluteString), more)
  }

  /// Returns a text that isn't a valid URL without everything before its last `@`, because the end of its password is
  /// ambiguous.
  static func text(ofRefusedURL text: String) -> String {
    let scheme = text.range(of: "://").map { text[..<$0.upperBound] } ?? ""
    let rest = text[scheme.endIndex...]
    guard let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) else { return withoutSecretParameters(text) }
    return withoutSecretParameters(scheme + mask + rest[at...])
  }

  /// Returns a description of the error; for a `URLError` or another `NSError`, without its `userInfo`, which repeats
  /// the whole URL.
  static func text(of error: any Error) -> String {
    if let error = error as? URLError {
      let reason = error.userInfo[NSLocalizedDescriptionKey] as? String
      return "URLError.\(error.code)" + (reason.map { " (\($0))" } ?? "")
    }
    guard type(of: error) is NSError.Type else { return "\(error)" }
    let error = error as NSError
    return "\(error.domain) \(error.code) (\(error.localizedDescription))"
  }

  private static func withoutUser(_ text: String) -> String {
    guard let start = authorityStart(of: text) else { return text }
    let end = text.utf8[start...].firstIndex(where: HTTPAddress.endsAuthority) ?? text.endIndex
    guard let at = text.utf8[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return text }
    return String(text[..<start]) + text[text.utf8.index(after: at)...]
  }

  /// Returns the end of the first `://`.
  private static func authorityStart(of text: String) -> String.Index? {
    var rest = text.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...]
      if rest.starts(with: "://".utf8) { return rest.index(colon, offsetBy: 3) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Returns the text without secrets after its `?`, and after its `#`, where OAuth puts tokens.
  static func withoutSecretParameters(_ text: String, _ more: SecretNames = []) -> String {
    guard let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      return text
    }
    var redacted = String(text[..<mark])
    var rest = text[mark...]
    while let first = rest.first {
      let end = rest.utf8.dropFirst().firstIndex(where: isSeparator) ?? rest.endIndex
      redacted += withoutSecretValue(rest[..<end], after: first, more)
      rest = rest[end...]
    }
    return redacted
  }

  /// Masks the value of one parameter, which includes the `?`, `#`, or `&` before it.
  private static func withoutSecretValue(_ parameter: Substring, after separator: Character, _ more: SecretNames)
    -> String
  {
    let pair = parameter.dropFirst()
    guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return String(parameter) }
    let name = String(pair[..<equals])
    guard isSecret(name.removingPercentEncoding ?? name, more) else { return String(parameter) }
    return "\(separator)\(name)=\(mask)"
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#")
  }

  /// The headers whose values are URLs.
  private static let addresses = ["Location", "Content-Location", "Referer"]
}
