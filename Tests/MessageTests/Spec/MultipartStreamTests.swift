import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Parts whose length only their end tells, and forms that are written to files.
@Suite(.timeLimit(.minutes(1)))
struct MultipartStreamTests {
  private let folder: TemporaryFolder
  private let file: TemporaryFile

  init() throws {
    folder = try TemporaryFolder()
    file = try TemporaryFile(Data("bytes".utf8), named: "photo.jpeg")
  }

  private var form: MultipartFormData {
    let stream = BodyStream { writer in
      try await writer.write(Data("one ".utf8))
      try await writer.write(Data("two".utf8))
    }
    return [
      .text("Ada", name: "user"), .stream(stream, name: "notes", fileName: "a.txt"), .file(file.url, name: "photo"),
    ]
  }

  @Test func `a part of unknown length makes a form of unknown length, which arrives whole`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { request in .text(request.parts.map { "\($0.name)=\($0.text)" }.joined(separator: "&")) }

    let text = try await HTTP(server.url()).httpMethod(.post).body(form).callbackInMainThread(false).fetchString().value

    #expect(try form.content().length == nil)
    #expect(text == "user=Ada&notes=one two&photo=bytes")
    #if os(Linux)
      #expect(server.requests.first?.headers["Transfer-Encoding"] == "chunked")
    #endif
  }

  @Test func `a form is written to a file as it would be sent, and sent from there`() async throws {
    let form = MultipartFormData(form.parts, boundary: "xyz")
    let url = folder.file("form")

    let body = try await form.write(to: url)

    #expect(body == RequestBody(file: url, contentType: "multipart/form-data; boundary=xyz"))
    #expect(try Data(contentsOf: url) == (try await form.content().collect()))
    #expect(folder.names == ["form"])
  }

  @Test func `a file that is there is not replaced`() async throws {
    let url = folder.file("form")
    try Data("old".utf8).write(to: url)

    let error = await #expect(throws: URLError.self) { try await form.write(to: url) }

    #expect(error?.code == .cannotCreateFile)
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test func `a form that fails leaves no file`() async throws {
    let (body, writer) = BodyStream.pipe()
    writer.fail(URLError(.cannotDecodeRawData))
    let form: MultipartFormData = [.text("Ada", name: "user"), .stream(body, name: "film")]

    let error = await #expect(throws: URLError.self) { try await form.write(to: folder.file("form")) }

    #expect(error?.code == .cannotDecodeRawData)
    #expect(folder.names.isEmpty)
  }

  @Test func `what prints a body says that its length is not known`() throws {
    var request = try Request("http://127.0.0.1/", httpMethod: .post)
    request.body = RequestBody(BodyStream { _ in })

    #expect(request.curl().contains("(a stream of unknown length)"))
    #expect(String(reflecting: BodySegment.stream(BodyStream { _ in })).contains("unknown length"))
  }
}
