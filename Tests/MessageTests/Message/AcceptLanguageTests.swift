import Testing

@testable import AbstractHTTP

struct AcceptLanguageTests {
  @Test(arguments: [
    (["de-AT"], "de-AT"), (["de-AT", "en", "fr-CH"], "de-AT, en;q=0.9, fr-CH;q=0.8"),
    (["en", "en", "de"], "en, de;q=0.9"),
    (["a1", "b", "c", "d", "e", "f", "g"], "a1, b;q=0.9, c;q=0.8, d;q=0.7, e;q=0.6, f;q=0.5"),
    (["en\r\nX: y", "", "en--US", "de"], "de"), ([], nil),
  ])
  func `each language is preferred to the next`(languages: [String], text: String?) {
    #expect(AcceptLanguage.text(of: languages) == text)
  }

  @Test(arguments: [
    (["LANG": "de_AT.UTF-8@euro"], ["de-AT"]), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX", "LANGUAGE": "de"], []),
    (["LANG": "de_DE", "LANGUAGE": "de_AT:en:C"], ["de-AT", "en"]), ([:], []),
    (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""], ["fr-FR"]), (["LANG": "de_DE", "LC_ALL": "C"], []),
  ])
  func `the environment names languages as gettext reads it`(environment: [String: String], languages: [String]) {
    #expect(AcceptLanguage.languages(in: environment) == languages)
  }

  @Test func `the library names its version`() {
    #expect(
      UserAgent.text(app: "App", version: "1").hasPrefix("App/1 AbstractHTTP/\(ConnectionConfig.libraryVersion) (")
    )
  }
}
