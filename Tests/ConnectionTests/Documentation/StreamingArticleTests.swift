import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import TestSupport

/// The snippets of the article on streaming, run.
@Suite(.timeLimit(.minutes(1)))
struct StreamingArticleTests {
  private final class File {
    var data = Data()

    func write(contentsOf piece: Data) throws { data.append(piece) }
  }

  private struct Entry: Decodable { let name: String }

  private let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  @Test func `the article's stream is read to its end`() async throws {
    server.on(.get, "/", .text("all of it"))
    let url = server.url()
    let file = File()

    let stream = try await HTTP(url).fetchStream().value
    for try await piece in stream { try file.write(contentsOf: piece) }

    #expect(file.data == Data("all of it".utf8))
  }

  @Test func `the article's spec is streamed by itself`() async throws {
    server.on(.get, "/", .text("all of it"))
    struct Feed: ConnectionSpec {
      typealias ResponseModel = ResponseStream
      let url: String
    }

    let stream = try await Connection(Feed(url: server.url())).start().value

    #expect(try await stream.collect(upTo: 100) == Data("all of it".utf8))
  }

  @Test func `the article's lines and models are read`() async throws {
    server.on(.get, "/", .text("one\ntwo")).on(.get, "/logs", .text("{\"name\": \"three\"}\n"))
    let (url, logs) = (server.url(), server.url("/logs"))
    var (lines, names): ([String], [String]) = ([], [])

    for try await line in HTTP(url).lines() { lines.append(line) }
    for try await entry in HTTP(logs).jsonLines(Entry.self) { names.append(entry.name) }

    #expect(lines == ["one", "two"])
    #expect(names == ["three"])
  }

  @Test func `the article's events are read`() async throws {
    let reply = Reply.text("event: add\ndata: 1\n\n").header("Content-Type", "text/event-stream")
    server.on(
      .get,
      "/",
      Reply.chunked(["retry: 1\n\n"]).header("Content-Type", "text/event-stream"),
      reply,
      .status(204)
    )
    let source = server.url()
    var changes: [String] = []

    for try await event in HTTP(source).events() {
      changes.append("\(event.event): \(event.data)")
    }

    #expect(changes == ["add: 1"])
  }

  @Test func `the article's stub streams`() async throws {
    let (stream, writer) = ResponseStream.make()
    let connector = StubConnector(Response(headers: ["Content-Type": "text/plain"], stream: stream))
    Task {
      for line in ["one\n", "two\n"] { try await writer.write(Data(line.utf8)) }
      writer.finish()
    }

    var lines: [String] = []
    for try await line in HTTP("http://stub.test/").httpConnector(connector).lines() { lines.append(line) }

    #expect(lines == ["one", "two"])
  }

  @Test func `a stream is read without await, and by a provider's closure`() async throws {
    enum API: TargetType {
      case feed
      var baseURL: URL { .of("http://stub.test") }
      var path: String { "/feed" }
      var sampleData: Data { Data("sample".utf8) }
    }
    server.on(.get, "/", .text("all of it"))
    let pieces = Record<Data>()

    try await HTTP(server.url()).fetchStream().forEach { pieces.add($0) }.value
    let provider = Provider<API>(stub: .immediate)
    let sample = try await provider.request(.feed).success { (stream: ResponseStream) in stream }.value

    #expect(pieces.all.reduce(Data(), +) == Data("all of it".utf8))
    #expect(try await sample.collect(upTo: 10) == Data("sample".utf8))
  }
}
