import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Bodies whose writer is there before they are sent, and bodies of sequences.
@Suite(.timeLimit(.minutes(1)))
struct PipeTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/*") { .text("\($0.text)") }
  }

  private func post(_ body: BodyStream, to path: String = "/") throws -> Request {
    var request = try Request(server.url(path), httpMethod: .post)
    request.body = RequestBody(body)
    return request
  }

  @Test(arguments: TestedEngine.allCases)
  func `what is written before and after it is sent arrives`(engine: TestedEngine) async throws {
    let (body, writer) = BodyStream.pipe()
    try await writer.write(Data("before, ".utf8))
    let response = Task { try await engine.connector().response(to: post(body)) }

    try await writer.write(Data("after".utf8))
    try await writer.finish()

    #expect(try await response.value.text() == "before, after")
  }

  @Test func `a write that is cancelled fails the body, since a part of it may have left`() async throws {
    let (body, writer) = BodyStream.pipe()
    try await writer.write(Data(count: 65_536))

    let writing = Task { try await writer.write(Data(count: 10)) }
    writing.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect(error?.type == .cancelled)
    await #expect(throws: (any Error).self) { try await writer.finish() }
    await #expect(throws: (any Error).self) { try await RequestBody(body).collect() }
  }

  @Test func `a write waits while 64 KiB are unsent`() async throws {
    let (body, writer) = BodyStream.pipe()
    let written = ObservedValue(0)
    let writing = Task {
      for _ in 0..<3 {
        try await writer.write(Data(count: 65_536))
        written.update { $0 += 1 }
      }
      try await writer.finish()
    }

    try await written.wait { $0 == 1 }
    for _ in 0..<100 { await Task.yield() }
    let writtenBefore = written.value
    let data = try await RequestBody(body).collect()

    #expect(writtenBefore == 1)
    #expect(data.count == 3 * 65_536)
    try await writing.value
  }

  @Test(arguments: TestedEngine.allCases)
  func `a writer that is let go before the end fails the request`(engine: TestedEngine) async throws {
    let body: BodyStream = try await {
      let (body, writer) = BodyStream.pipe()
      try await writer.write(Data("abc".utf8))
      return body
    }()

    await #expect(throws: DroppedWriter.self) { try await engine.connector().response(to: post(body)) }
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.allCases)
  func `what a writer fails with fails the request`(engine: TestedEngine) async throws {
    let (body, writer) = BodyStream.pipe()
    writer.fail(URLError(.cannotDecodeRawData))

    let error = try await engine.connector().urlError(of: post(body))

    #expect(error == .cannotDecodeRawData)
    let caught = await #expect(throws: ConnectionError.self) { try await writer.write(Data([1])) }
    #expect((caught?.nativeError as? URLError)?.code == .cannotDecodeRawData)
  }

  // MARK: - Bodies that nobody sends

  @Test func `letting go of the body ends a write that waits`() async throws {
    let writer = BodyStream.pipe().writer

    let error = await #expect(throws: ConnectionError.self) { try await writer.write(Data([1])) }

    #expect(error?.type == .cancelled)
  }

  @Test func `a connector that does not read the body ends a write that waits`() async throws {
    let (body, writer) = BodyStream.pipe()
    let request = try post(body)
    let sending = Stage.sending(over: StubConnector(Response(statusCode: 200)))
    let writing = Task { while true { try await writer.write(Data(count: 65_536)) } }

    _ = try await sending(request)

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect(error?.type == .cancelled)
    withExtendedLifetime(request) {}
  }

  @Test func `a server that is not there ends a write that waits`() async throws {
    let (body, writer) = BodyStream.pipe()
    let unreachable = try UnreachableServer(.refusing)
    var request = try Request(unreachable.url(), httpMethod: .post)
    request.body = RequestBody(body)
    let writing = Task { while true { try await writer.write(Data(count: 65_536)) } }

    let failure = await #expect(throws: ConnectionError.self) {
      try await Stage.sending(over: TestedEngine.robust[0].connector())(request)
    }

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect((failure?.nativeError as? URLError)?.code == .cannotConnectToHost)
    #expect(error?.type == .cancelled)
    withExtendedLifetime(request) {}
  }

  @Test func `a call that ends before it is sent ends a write that waits`() async throws {
    struct Refused: Error {}
    let (body, writer) = BodyStream.pipe()
    let refusing = Middleware("refuse", at: .attempt) { _, _ in throw Refused() }
    let http = HTTP(server.url("/")).httpMethod(.post).body(RequestBody(body)).use(refusing)
    let writing = Task { while true { try await writer.write(Data(count: 65_536)) } }

    let failure = await http.callbackInMainThread(false).fetchString().outcome.errorInfo?.error

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect(failure?.nativeError is Refused)
    #expect(error?.type == .cancelled)
    withExtendedLifetime(body) {}
  }

  // MARK: - Sequences

  @Test(arguments: TestedEngine.allCases)
  func `the elements of a sequence are sent, once`(engine: TestedEngine) async throws {
    let (elements, continuation) = AsyncStream.makeStream(of: Data.self)
    for word in ["one ", "two ", "three"] { continuation.yield(Data(word.utf8)) }
    continuation.finish()
    let body = BodyStream(elements)
    let connector = try engine.connector()

    let response = try await connector.response(to: post(body))
    let again = await connector.urlError(of: try post(body))

    #expect(try response.text() == "one two three")
    #expect(again == .requestBodyStreamExhausted)
  }

  @Test func `a sequence is one element ahead of the sender`() async throws {
    let asked = ObservedValue(0)
    let elements = AsyncStream<Data> {
      asked.update { $0 += 1 }
      return asked.value > 100 ? nil : Data(count: 10)
    }
    var pieces = RequestBody(BodyStream(elements)).pieces.makeAsyncIterator()

    for taken in 1...50 {
      _ = try await pieces.next()
      try await asked.wait { $0 > taken }
      for _ in 0..<20 { await Task.yield() }
      #expect(asked.value <= taken + 2)
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `a sequence that fails fails the request`(engine: TestedEngine) async throws {
    let elements = AsyncThrowingStream<Data, any Error> { throw URLError(.cannotDecodeRawData) }

    let error = try await engine.connector().urlError(of: post(BodyStream(elements)))

    #expect(error == .cannotDecodeRawData)
  }

  @Test func `a download can be an upload`() async throws {
    server.on(.get, "/source", .chunked(["one ", "two"]))
    let download = try await HTTP(server.url("/source")).fetchStream().value

    let response = try await TestedEngine.robust[0].connector().response(to: post(BodyStream(download)))

    #expect(try response.text() == "one two")
  }
}
