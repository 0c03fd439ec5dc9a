import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

struct Note: Decodable, Sendable {
  let id: Int
  let text: String
  let createdAt: Date
}

protocol NotesSpec: ConnectionSpec {}

struct GetNotes: NotesSpec {
  typealias ResponseModel = [Note]
  let page: Int
  let url = "/notes"
  var urlQuery: URLQuery? { ["page": "\(page)"] }
}

struct AddNote: NotesSpec {
  typealias ResponseModel = Note
  let text: String
  let url = "/notes"
  let httpMethod = HTTPMethod.post
  func content() throws -> RequestBody? { try .json(["text": text]) }
}

struct Notes: Sendable {
  private let client: Client

  init(
    client: Client = Client(baseURL: "https://notes.example.com"),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.client = client.with {
      $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder.dateDecodingStrategy = .iso8601
      $0.use(.retry(clock: clock), .timeout(total: .seconds(30)))
    }
  }

  func page(_ page: Int) async throws -> [Note] { try await client.send(GetNotes(page: page)) }

  func add(_ text: String) async throws -> Note { try await client.send(AddNote(text: text)) }
}

struct NoteRefused: Error, Decodable {
  let message: String
}

extension NotesSpec {
  func validate(response: Response) throws -> Bool {
    if response.statusCode == 422 { throw try response.decoded(as: NoteRefused.self) }
    return 200..<300 ~= response.statusCode
  }
}

/// The code of the article *Your first API*.
@Suite(.timeLimit(.minutes(1)))
struct YourFirstAPITests {
  @Test func `a page is a parameter of the query`() {
    #expect(GetNotes(page: 2).urlQuery == ["page": "2"])
  }

  @Test func `a refused note has the server's words, and is not sent again`() async throws {
    let stub = StubConnector(Response(statusCode: 422, data: Data(#"{"message": "Write something."}"#.utf8)))
    let notes = Notes(client: Client(baseURL: "https://notes.test") { $0.httpConnector = { stub } })

    let error = await #expect(throws: ConnectionError.self) { try await notes.add("") }

    #expect(error?.cause(as: NoteRefused.self)?.message == "Write something.")
    #expect(stub.requests.map(\.httpMethod) == [.post])
  }

  @Test func `a page survives a server that fails twice`() async throws {
    let server = try LoopbackServer()
    let page = Reply.json(#"[{"id": 1, "text": "Tea", "created_at": "2026-03-01T09:30:00Z"}]"#)
    server.on(.get, "/notes", .status(503), .fault(.closeBeforeResponse), page)
    let clock = TestClock.immediate()

    let notes = try await Notes(client: Client(baseURL: server.url("")), clock: clock).page(1)

    #expect(notes.map(\.text) == ["Tea"])
    #expect(server.requestCount == 3)
  }

  @Test func `the caller shows the server's words`() async throws {
    var shown = ""
    func show(_ text: String) { shown = text }
    func show(_ note: Note) { shown = note.text }
    let stub = StubConnector(Response(statusCode: 422, data: Data(#"{"message": "Write something."}"#.utf8)))
    let notes = Notes(client: Client(baseURL: "https://notes.test") { $0.httpConnector = { stub } })

    do {
      show(try await notes.add(""))
    } catch let error as ConnectionError {
      show(error.cause(as: NoteRefused.self)?.message ?? error.userMessage)
    }

    #expect(shown == "Write something.")
  }
}
