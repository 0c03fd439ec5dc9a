import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@testable import TestSupport

/// The snippets of the article on uploads, run.
@Suite(.timeLimit(.minutes(1)))
struct UploadsArticleTests {
  private let film = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/", { .text($0.text) })
  }

  @Test func `the article's closure writes a body`() async throws {
    let (url, rows) = (server.url(), ["a,b", "c,d"])

    let body = BodyStream { writer in
      for row in rows { try await writer.write(Data("\(row)\n".utf8)) }
    }
    let upload = HTTP(url).httpMethod(.put).body(RequestBody(body, contentType: "text/csv"))
    let answer = try await upload.fetchString().value

    #expect(answer == "a,b\nc,d\n")
    #expect(server.requests.first?.headers["Content-Type"] == "text/csv")
  }

  @Test func `the article's length is kept to`() async throws {
    let film = film

    let stream = BodyStream(knownLength: Int64(film.count)) { writer in
      try await writer.write(film.prefix(100))
      try await writer.write(film.dropFirst(100))
    }

    _ = try await HTTP(server.url()).httpMethod(.put).body(RequestBody(stream)).fetchData().value
    #expect(server.requests.first?.body == film)
    #expect(server.requests.first?.headers["Content-Length"] == "1000")
  }

  @Test func `the article's download is an upload`() async throws {
    server.on(.get, "/source", .chunked(["one ", "two"]))
    let source = server.url("/source")

    let download = try await HTTP(source).fetchStream().value
    let copy = RequestBody(BodyStream(download))

    let text = try await HTTP(server.url()).httpMethod(.post).body(copy).fetchString().value
    #expect(text == "one two")
  }

  @Test func `the article's pipe is written while it is sent`() async throws {
    let url = server.url()

    let (recording, writer) = BodyStream.pipe()
    let upload = HTTP(url).httpMethod(.post).body(RequestBody(recording)).fetchString()
    try await writer.write(Data("one, ".utf8))
    try await writer.write(Data("two".utf8))
    try await writer.finish()
    let text = try await upload.value

    #expect(text == "one, two")
  }

  @Test func `the article's body is changed and signed while it flows`() async throws {
    let masked = RequestBody(film).map(keepsLength: true) { piece in Data(piece.map { $0 ^ 0x55 }) }
    let signed = BodyStream(hasTrailers: true) { writer in
      var sum = 0
      for try await piece in masked.pieces {
        sum = piece.reduce(sum) { ($0 + Int($1)) % 65_521 }
        try await writer.write(piece)
      }
      try await writer.finish(trailers: ["X-Sum": "\(sum)"])
    }

    _ = await HTTP(server.url()).httpMethod(.put).body(RequestBody(signed)).fetchData().outcome

    let expected = Data(film.map { $0 ^ 0x55 })
    #expect(masked.length == 1_000)
    #if os(Linux)
      #expect(server.requests.first?.body == expected)
      #expect(server.requests.first?.trailers["X-Sum"] == "\(expected.reduce(0) { ($0 + Int($1)) % 65_521 })")
    #endif
  }

  @Test func `the article's form is written to a file`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url

    let form: MultipartFormData = [.text("The sea", name: "title"), .data(film, name: "film", fileName: "sea.mov")]
    let saved = try await form.write(to: folder.appending(path: "form"))

    _ = try await HTTP(server.url()).httpMethod(.post).body(saved).fetchData().value
    #expect(server.requests.first?.parts.map(\.name) == ["title", "film"])
    #expect(server.requests.first?.parts.last?.body == film)
  }

  @Test func `the article's middleware hears of interim responses`() async throws {
    let hints = Record<String>()
    let raw = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    server.on(.get, "/hints", .raw([.text(raw)]))

    let listening = Middleware.observe { event in
      if case .interim(let response) = event.kind { hints.add(response.headers["Link"] ?? "") }
    }

    #if os(Linux)
      _ = try await HTTP(server.url("/hints")).use(listening).fetchData().value
      #expect(hints.all == ["</a.css>"])
    #else
      withExtendedLifetime(listening) {}
    #endif
  }
}
