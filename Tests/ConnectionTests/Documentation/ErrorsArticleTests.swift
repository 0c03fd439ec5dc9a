import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article *Errors*, run.
@Suite(.timeLimit(.minutes(1)))
struct ErrorsArticleTests {
  struct ShopError: Error, Decodable {
    let code: String
  }

  struct GetBook: ConnectionSpec {
    typealias ResponseModel = String
    let id: Int
    var url: String { "/books/\(id)" }

    func validate(response: Response) throws -> Bool {
      if response.statusCode == 409 { throw try response.decoded(as: ShopError.self) }
      return 200..<300 ~= response.statusCode
    }
  }

  enum AppError: Error {
    case offline
    case other(String)

    init(_ error: ConnectionError) {
      self = error.isOffline || error.isUnreachable ? .offline : .other(error.userMessage)
    }
  }

  private let server = "https://shop.example.com"

  private func shop(_ response: Result<Response, any Error>) -> Client {
    let stub = StubConnector(sequence: [response])
    return Client(baseURL: server) {
      $0.httpConnector = { stub }
      $0.callbackInMainThread = false
    }
  }

  @Test func `a missing book has a sentence`() async throws {
    let shop = shop(.success(Response(statusCode: 404)))
    var shown = ""
    func show(_ text: String) { shown = text }

    do {
      show(try await shop.send(GetBook(id: 7)))
    } catch let error as ConnectionError {
      switch error.type {
      case .cancelled: break
      case .invalidResponse where error.statusCode == 404: show("There is no such book.")
      default: show(error.userMessage)
      }
    }

    #expect(shown == "There is no such book.")
  }

  @Test func `sentences can be changed, and languages added`() {
    var messages = ErrorMessages()
    messages["en", .refusedWithStatus] = "The shop refused (%@)."
    messages["de", .timeout] = "Der Server antwortet nicht."

    let refused = ConnectionError(.invalidResponse, response: Response(statusCode: 503))
    let timeout = ConnectionError(.network, nativeError: URLError(.timedOut))
    #expect(messages.text(of: refused, in: ["de", "en"]) == "The shop refused (503).")
    #expect(messages.text(of: timeout, in: ["de"]) == "Der Server antwortet nicht.")
  }

  @Test func `the server's error is the cause`() async throws {
    let shop = shop(.success(Response(statusCode: 409, data: Data(#"{"code": "sold_out"}"#.utf8))))
    var shown = ""
    func show(_ text: String) { shown = text }

    do {
      show(try await shop.send(GetBook(id: 7)))
    } catch let error as ConnectionError {
      if error.cause(as: ShopError.self)?.code == "sold_out" { show("Sold out.") }
    }

    #expect(shown == "Sold out.")
  }

  @Test func `a promise maps its error, and recovers`() async throws {
    let shop = shop(.failure(URLError(.cannotConnectToHost)))

    let book = shop.connection(GetBook(id: 7)).start().mapError { AppError($0) }
    let title = book.recover { error, isCancelled in "No title" }

    guard case .offline = await book.outcome.errorInfo?.error else {
      Issue.record("the error isn't the app's")
      return
    }
    #expect(await title.outcome.value == "No title")
  }

  @Test func `a listener watches the errors of all calls`() async {
    let (texts, logged) = AsyncStream<String>.makeStream()
    @Sendable func log(_ text: String) { logged.yield(text) }

    let shop = Client(baseURL: server) {
      $0.errorListeners = [OnError { error, response, model in log(error.description) }]
    }

    let failing = shop.with { $0.httpConnector = { StubConnector.failing(URLError(.timedOut)) } }
    _ = try? await failing.send(GetBook(id: 7))
    var iterator = texts.makeAsyncIterator()
    #expect(await iterator.next()?.hasPrefix("network: GET https://shop.example.com/books/7") == true)
  }
}
