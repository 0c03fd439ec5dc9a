import Foundation

/// The sentences for users when a request fails, in English and Japanese.
///
/// To change a sentence, or to add a language:
///
/// ```swift
/// ErrorMessages.current["en", .offline] = "No internet. We'll try again when you're back."
/// ErrorMessages.current["de", .offline] = "Keine Internetverbindung."
/// ```
///
/// The language is the system's first preferred language in the table, and English otherwise. Sentences that a language
/// lacks are in English.
public struct ErrorMessages: Sendable {
  /// Identifies a sentence.
  ///
  /// More keys may be added. Create keys for custom errors that conform to ``AbstractHTTPError``.
  public struct Key: Sendable, Hashable {
    /// The name of the key.
    public let name: String

    /// Creates a key.
    public init(_ name: String) { self.name = name }
  }

  private var texts: [String: [Key: String]] = ["en": english, "ja": japanese]

  /// Creates a table with the library's sentences.
  public init() {}

  /// The sentence for a key in a language, such as `en`. In it, `%@` stands for the status code of the response, if
  /// there is one.
  public subscript(language: String, key: Key) -> String? {
    get { texts[Self.code(language)]?[key] }
    set { texts[Self.code(language), default: [:]][key] = newValue }
  }

  /// Returns the sentence for an error.
  ///
  /// - Parameters:
  ///   - error: The error. For an error of another library, its `localizedDescription` is returned.
  ///   - languages: The languages in order of preference, such as `ja-JP`. Defaults to the system's preferred
  ///     languages.
  public func text(of error: any Error, in languages: [String]? = nil) -> String {
    guard let error = error as? any AbstractHTTPError else { return error.localizedDescription }
    let language = (languages ?? Self.preferred).lazy.map(Self.code).first { texts[$0] != nil } ?? "en"
    let text = self[language, error.message] ?? self["en", error.message] ?? self["en", .failed] ?? ""
    guard text.contains("%@") else { return text }
    let status = (error as? ConnectionError)?.statusCode.map { "\($0)" } ?? ""
    return text.replacingOccurrences(of: "%@", with: status)
  }

  /// The languages that the system prefers.
  private static let preferred: [String] = {
    #if canImport(FoundationNetworking)
      // NB: Foundation only knows English here; these are the POSIX variables, in their order.
      let environment = ProcessInfo.processInfo.environment
      let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      return (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [name].compactMap { $0 }
    #else
      return Locale.preferredLanguages
    #endif
  }()

  /// Returns the language code of `ja-JP` or `ja_JP.UTF-8`.
  private static func code(_ language: String) -> String {
    language.prefix { $0.isLetter }.lowercased()
  }
}
