import Foundation

/// The sentences that people read when a request fails, in English and Japanese.
///
/// An app changes a sentence, or adds a language:
///
/// ```swift
/// ErrorMessages.current["en", .offline] = "No internet. We'll try again when you're back."
/// ErrorMessages.current["de", .offline] = "Keine Internetverbindung."
/// ```
///
/// The language is the first one that the system prefers and the table has, and English otherwise. A sentence that the language
/// lacks is English.
public struct ErrorMessages: Sendable {
  /// What a sentence says.
  ///
  /// More keys may be added. Create your own for errors of your own that conform to ``AbstractHTTPError``.
  public struct Key: Sendable, Hashable {
    /// The name of the key.
    public let name: String

    /// Creates a key.
    public init(_ name: String) { self.name = name }
  }

  private var texts: [String: [Key: String]] = ["en": english, "ja": japanese]

  /// Creates the table of the library.
  public init() {}

  /// The sentence of a key in a language, such as `en`. `%@` in it is the status code of the response, if there is one.
  public subscript(language: String, key: Key) -> String? {
    get { texts[Self.code(language)]?[key] }
    set { texts[Self.code(language), default: [:]][key] = newValue }
  }

  /// The sentence of an error.
  ///
  /// - Parameters:
  ///   - error: The error. An error that isn't of this library has its `localizedDescription`.
  ///   - languages: The languages, the best first, such as `ja-JP`. By default, those that the system prefers.
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
      // NB: Foundation knows none but English here; these are the variables of POSIX, in their order.
      let environment = ProcessInfo.processInfo.environment
      let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      return (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [name].compactMap { $0 }
    #else
      return Locale.preferredLanguages
    #endif
  }()

  /// The language of `ja-JP` or `ja_JP.UTF-8`.
  private static func code(_ language: String) -> String {
    language.prefix { $0.isLetter }.lowercased()
  }
}
