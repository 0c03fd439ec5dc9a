import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Observation
import Testing
@testable import TestSupport

#if canImport(SwiftUI)
  import SwiftUI

  struct BookView: View {
    let id: Int
    @State var model: BookModel

    var body: some View {
      Text(model.message ?? model.title)
        .overlay { if model.isLoading { ProgressView() } }
        .task(id: id) { await model.load(id) }
    }
  }
#endif

nonisolated struct Book: Decodable, Sendable {
  let title: String
}

nonisolated struct GetBook: ConnectionSpec {
  typealias ResponseModel = Book
  let id: Int
  var url: String { "/books/\(id)" }
}

@MainActor @Observable
final class BookModel {
  private(set) var title = ""
  private(set) var message: String?
  private(set) var isLoading = false
  private let shop: Client

  init(_ shop: Client) { self.shop = shop }

  func load(_ id: Int) async {
    isLoading = true
    defer { isLoading = false }
    do {
      title = try await shop.send(GetBook(id: id)).title
    } catch let error as ConnectionError where error.isCancelled {
      // The view has gone.
    } catch {
      message = error.localizedDescription
    }
  }
}

nonisolated struct ListBooks: ConnectionSpec {
  typealias ResponseModel = [Book]
  let url = "/books"
}

@MainActor @Observable
final class ShelfModel {
  private(set) var books: [Book] = []
  private(set) var message: String?
  private var pages: Pages<[Book]>.Iterator
  private var isLoading = false

  init(_ shop: Client) { pages = shop.pages(of: ListBooks()).makeAsyncIterator() }

  func loadMore() async {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    do {
      var next = pages  // a copy: if the page fails, the next call loads it again
      books += try await next.next() ?? []
      (pages, message) = (next, nil)
    } catch {
      if !error.isCancelled { message = error.userMessage }
    }
  }
}

@MainActor
final class BookScreen {
  private let shop: Client

  init(_ shop: Client) { self.shop = shop.with { _ in } }

  deinit { shop.cancelAll() }

  func reload() { shop.connection(GetBook(id: 7)).start() }
}

/// The snippets of the article *In an app*, run.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct InAnAppTests {
  private let loopback: LoopbackServer
  private var server: String { loopback.url("") }
  private let label = Label()

  init() throws {
    loopback = try LoopbackServer()
    loopback.on(.get, "/books/7", .json(#"{"title": "Emma"}"#))
  }

  @Test func `a model shows a title or a sentence`() async {
    let (model, missing) = (BookModel(Client(baseURL: server)), BookModel(Client(baseURL: server)))

    await model.load(7)
    await missing.load(8)

    #expect(model.title == "Emma" && !model.isLoading)
    #expect(missing.message == "The server rejected the request (404).")
  }

  @Test func `a model loads page by page, and a failed page again`() async {
    loopback.on(
      .get,
      "/books",
      Reply.json(#"[{"title": "Emma"}]"#).header("Link", #"</books?page=2>; rel="next""#),
      .status(404),
      .json(#"[{"title": "Persuasion"}]"#)
    )
    let model = ShelfModel(Client(baseURL: server))

    await model.loadMore()
    await model.loadMore()
    let message = model.message
    await model.loadMore()
    await model.loadMore()

    #expect(message == "The server rejected the request (404)." && model.message == nil)
    #expect(model.books.map(\.title) == ["Emma", "Persuasion"])
    #expect(loopback.requests.map(\.target) == ["/books", "/books?page=2", "/books?page=2"])
  }

  @Test func `closures change the screen`() async throws {
    let shop = Client(baseURL: server)

    shop.http("/books/7").fetchString { text in self.label.text = text }

    try await label.changed(to: #"{"title": "Emma"}"#)
    let connection = shop.connection(GetBook(id: 7))
    connection.addOnError(on: MainActor.self) { error, _, _ in self.label.text = error.userMessage }
    connection.start().success(on: MainActor.self) { book in self.label.text = book.title }

    try await label.changed(to: "Emma")
  }

  @Test func `a screen cancels its calls when it goes`() async throws {
    let connector = StubConnector.neverAnswering
    let ended = Gate()
    let shop = Client(baseURL: server) {
      $0.httpConnector = { connector }
      $0.errorListeners = [OnError { error, _, _ in if error.isCancelled { ended.open() } }]
    }

    do { BookScreen(shop).reload() }

    try await ended.wait()
    #expect(connector.requestCount == 1)
  }

  @Test func `an indicator hides when the last call ends`() async throws {
    let (spinner, hidden) = (Spinner(), Gate())
    spinner.onHide = { hidden.open() }

    let indicator = ConnectionIndicator(show: { spinner.isHidden = false }, hide: { spinner.isHidden = true })
    let shop = Client(baseURL: server) { $0.listeners = [indicator] }

    _ = try await shop.send(GetBook(id: 7))
    try await hidden.wait()
    #expect(spinner.isHidden)
  }

  @Test func `one listener shows the login`() async throws {
    loopback.on(.get, "/books/7", .status(401))
    let shown = Gate()
    let showLogin: @MainActor @Sendable () -> Void = { shown.open() }

    let session = Client(baseURL: server) {
      $0.errorListeners = [OnError { error, _, _ in if error.isUnauthorized { Task { @MainActor in showLogin() } } }]
    }

    _ = try? await session.send(GetBook(id: 7))
    try await shown.wait()
  }

  @Test func `a preview needs no server`() async throws {
    let preview = Client(baseURL: "https://preview.test") {
      $0.httpConnector = { StubConnector(Response(data: Data(#"{"title": "Emma"}"#.utf8))) }
    }

    #expect(try await preview.send(GetBook(id: 7)).title == "Emma")
  }
}

@MainActor
private final class Label {
  private let texts: AsyncStream<String>
  private let write: AsyncStream<String>.Continuation

  init() { (texts, write) = AsyncStream<String>.makeStream() }

  var text = "" {
    didSet { write.yield(text) }
  }

  func changed(to text: String) async throws {
    var iterator = texts.makeAsyncIterator()
    #expect(await iterator.next() == text)
  }
}

@MainActor
private final class Spinner {
  var onHide: () -> Void = {}
  var isHidden = true {
    didSet { if isHidden { onHide() } }
  }
}
