import Foundation

/// The system's preferred languages, as a header (RFC 9110 §12.5.4).
enum AcceptLanguage {
  /// The header's value, such as `de-AT, en;q=0.9`; `nil` if the system names no languages.
  static let system: String? = text(of: languages)

  /// Returns the first six languages, in order of preference.
  static func text(of languages: [String]) -> String? {
    var tags: [String] = []
    for tag in languages where isTag(tag) && !tags.contains(tag) && tags.count < 6 { tags.append(tag) }
    guard !tags.isEmpty else { return nil }
    return tags.enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(10 - $0)" }.joined(separator: ", ")
  }

  private static var languages: [String] {
    #if os(Linux)
      languages(in: ProcessInfo.processInfo.environment)
    #else
      Locale.preferredLanguages
    #endif
  }

  /// Returns the languages of a POSIX environment, in which `LANGUAGE` extends a locale other than `C` (GNU gettext,
  /// *The LANGUAGE variable*).
  static func languages(in environment: [String: String]) -> [String] {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let named, let locale = tag(ofLocale: named) else { return [] }
    let more = (environment["LANGUAGE"] ?? "").split(separator: ":").prefix(6).compactMap { tag(ofLocale: String($0)) }
    return more.isEmpty ? [locale] : more
  }

  /// Returns `de-AT` for `de_AT.UTF-8@euro`; `nil` for a locale without a language.
  private static func tag(ofLocale locale: String) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    return name == "C" || name == "POSIX" ? nil : String(name).replacing("_", with: "-")
  }

  /// Returns whether the text consists of letters and digits, with single hyphens between them (RFC 5646 §2.1).
  private static func isTag(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
