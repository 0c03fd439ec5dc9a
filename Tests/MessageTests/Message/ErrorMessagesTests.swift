import Foundation
import Testing

@testable import AbstractHTTP

struct ErrorMessagesTests {
  private struct Mine: AbstractHTTPError {
    static let key = ErrorMessages.Key("mine")
    var message: ErrorMessages.Key { Self.key }
    var description: String { "it is mine" }
  }

  /// One error of each public type that can be created here.
  private static let errors: [any Error] = [
    ConnectionError(.network), InvalidURL(url: "x", reason: .notHTTP), InvalidRequest.headerName(""),
    Rejection(by: "me"), JSONError.missingKey(path: []), ModelMappingError.required(type: nil, property: "", path: []),
    ModelBuildError(model: "M", path: [], cause: CancellationError()), DecodingFailure(.empty, of: "M", Mine()),
    UndecodableText(charset: "x", reason: "y", response: Response()), MissingFile(response: Response()),
    InvalidParameter(keyPath: "a", reason: .notFinite), InvalidMultipart.boundary(""),
    MisplacedParameters(encoding: URLEncoding.default), InvalidUserName(), RefreshFailed(reason: Mine()),
    ExcessiveRefresh(limit: 1, window: .seconds(1)), MissingOrigin(), InvalidOrigin(text: ""),
    QueueFull(name: "", waiting: 1), CircuitOpen(host: "", remaining: nil),
    TimedOut(.total, .seconds(1), CallProgress(within: nil)), InvalidTimeout(limit: .zero), SuspendedPipeline(),
    DroppedCallback(), TransferRefusal.bodyOfHead, InvalidCookie(reason: .name), InvalidCookieFile(line: 1),
    StubExhausted(count: 1), AllFailed(errors: [ConnectionError(.network), nil]),
  ]

  @Test(arguments: errors)
  func `every error has a sentence for a person, and words for a developer`(error: any Error) throws {
    let described = try #require(error as? any AbstractHTTPError)
    let native = error as NSError

    #expect(ErrorMessages.Key.all.contains(described.message))
    #expect(error.localizedDescription == described.errorDescription)
    #expect(native.domain.hasPrefix("AbstractHTTP."))
    #expect(native.localizedFailureReason == described.description)
    #expect(!described.description.isEmpty)
  }

  @Test(arguments: ["en", "ja"], ErrorMessages.Key.all)
  func `both languages have every sentence`(language: String, key: ErrorMessages.Key) {
    #expect(ErrorMessages()[language, key]?.isEmpty == false)
  }

  @Test(arguments: [
    (["ja-JP", "en"], "リクエストはキャンセルされました。"), (["ja_JP.UTF-8"], "リクエストはキャンセルされました。"),
    (["fr", "ja"], "リクエストはキャンセルされました。"), (["fr"], "The request was cancelled."), ([], "The request was cancelled."),
  ])
  func `takes the first language that the table has, else English`(languages: [String], sentence: String) {
    #expect(ErrorMessages().text(of: ConnectionError(.cancelled), in: languages) == sentence)
  }

  @Test func `a sentence of an app's replaces that of the library, and lacks fall back to English`() {
    var messages = ErrorMessages()
    messages["en", .cancelled] = "Stopped."
    messages["de-DE", .refusedWithStatus] = "Abgelehnt: %@"
    messages["de", Mine.key] = "Meins."
    let refused = ConnectionError(.invalidResponse, response: Response(statusCode: 503))

    #expect(messages.text(of: ConnectionError(.cancelled), in: ["en"]) == "Stopped.")
    #expect(messages.text(of: refused, in: ["de-AT"]) == "Abgelehnt: 503")
    #expect(messages.text(of: ConnectionError(.cancelled), in: ["de"]) == "Stopped.")
    #expect(messages.text(of: Mine(), in: ["de"]) == "Meins.")
    #expect(messages.text(of: Mine(), in: ["en"]) == "The request failed.")
  }

  @Test func `the table of all errors can be changed`() {
    ErrorMessages.current["en", Mine.key] = "Mine."
    ErrorMessages.current["ja", Mine.key] = "Mine."

    #expect(Mine().localizedDescription == "Mine.")
  }

  @Test func `an error of another library has its own words`() {
    let error = NSError(domain: "d", code: 1, userInfo: [NSLocalizedDescriptionKey: "theirs"])

    #expect(ErrorMessages().text(of: error) == "theirs")
  }
}
