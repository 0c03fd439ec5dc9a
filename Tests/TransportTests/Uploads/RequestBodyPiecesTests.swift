import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RequestBodyPiecesTests {
  private struct Fault: Error {}

  /// Bodies of every kind that give the digits.
  private static func bodies(_ file: TemporaryFile) -> [RequestBody] {
    let digits = Data("0123456789".utf8)
    return [
      RequestBody(digits), RequestBody(file: file.url),
      RequestBody(segments: [
        .data(digits.prefix(3)), .file(file.url, range: 3..<7), .stream(.giving(digits.suffix(3))),
      ]),
      RequestBody(BodyStream(length: nil) { InputStream(data: digits) }),
      RequestBody(BodyStream { writer in for byte in digits { try await writer.write(Data([byte])) } }),
      RequestBody(BodyStream(digits.pieces)),
      RequestBody(digits).map { $0 },
    ]
  }

  @Test func `bodies of every kind are read as they are sent`() async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))

    for body in Self.bodies(file) {
      #expect(try await body.collect() == Data("0123456789".utf8))
    }
  }

  @Test func `a body that can be sent again can be read again`() async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))

    for body in Self.bodies(file) {
      let first = try await body.collect()
      let second = try? await body.collect()
      #expect(second == (body.isReplayable ? first : nil))
    }
  }

  @Test func `a body is not read beyond a limit`() async throws {
    let body = RequestBody(BodyStream { writer in while true { try await writer.write(Data(count: 1_000)) } })

    await #expect(throws: StreamTooLong(limit: 10_000)) { try await body.collect(upTo: 10_000) }
  }

  @Test func `letting go of the pieces ends the writer`() async throws {
    let end = Gate()
    let body = RequestBody(
      BodyStream { writer in
        defer { end.open() }
        while true { try await writer.write(Data(count: 1_000)) }
      }
    )

    for try await _ in body.pieces { break }

    try await end.wait()
  }

  @Test func `a task that is cancelled waits for no piece`() async throws {
    let (isRead, never) = (Gate(), Gate())
    let body = RequestBody(
      BodyStream { _ in
        isRead.open()
        try await never.wait()
      }
    )
    let reading = Task { try await body.collect() }

    try await isRead.wait()
    reading.cancel()

    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func `what code writes is not waited for without await`() {
    let body = RequestBody(BodyStream { writer in try await writer.write(Data("abc".utf8)) })

    let error = #expect(throws: URLError.self) { try body.data() }

    #expect(error?.localizedDescription.contains("collect()") == true)
  }

  // MARK: - From any offset

  @Test func `a seekable body begins where it is asked to`() throws {
    let offsets = Record<Int64>()
    let digits = Data("0123456789".utf8)
    let body = BodyStream.seekable(knownLength: 10) { offset, writer in
      offsets.add(offset)
      try await writer.write(digits.dropFirst(Int(offset)))
    }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 20, alignment: 1)
    defer { piece.deallocate() }

    var read: [Data] = []
    for offset: Int64 in [7, 0, 10] {
      let reader = BlockingReader(try BodySource(RequestBody(body)))
      var (data, isOver) = (Data(), false)
      while !isOver {
        let count = try reader.read(into: piece, at: offset + Int64(data.count))
        data.append(contentsOf: piece[..<count])
        isOver = count == 0
      }
      read.append(data)
    }

    #expect(read == [Data("789".utf8), digits, Data()])
    #expect(offsets.all == [7, 0])
  }

  @Test func `what can be sent again from where`() throws {
    let file = URL(filePath: "/tmp/film")
    let stream = BodyStream { _ in }
    let seekable = BodyStream.seekable { _, _ in }

    #expect(RequestBody(Data()).replay == .fromAnyOffset)
    #expect(RequestBody(file: file).replay == .fromAnyOffset)
    #expect(RequestBody(file: file, isReplayable: false).replay == .once)
    #expect(RequestBody(stream).replay == .fromStart)
    #expect(RequestBody(seekable).replay == .fromAnyOffset)
    #expect(RequestBody(segments: [.stream(seekable), .stream(stream)]).replay == .fromStart)
    #expect(RequestBody(segments: [.stream(seekable), .stream(BodyStream.pipe().body)]).replay == .once)
    #expect(RequestBody(seekable).map { $0 }.replay == .fromStart)
  }

  // MARK: - Changed while it flows

  @Test func `a changed body is changed whenever it is sent, and keeps its type`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .redirect(to: "/there", status: 307)).on(.post, "/there") { .text($0.text) }
    var request = try Request(server.url(), httpMethod: .post)
    request.body = RequestBody(Data("abc".utf8), contentType: "a/b").map { Data($0.map { $0 + 1 }) }

    let response = try await TestedEngine.robust[0].connector().response(to: request)

    #expect(try response.text() == "bcd")
    #expect(server.requests.map(\.headers["Content-Type"]) == ["a/b", "a/b"])
  }

  @Test func `a change that keeps the length keeps it known`() throws {
    let file = try TemporaryFile(Data(count: 7))

    #expect(RequestBody(Data(count: 3)).map(keepsLength: true) { $0 }.length == 3)
    #expect(RequestBody(file: file.url).map(keepsLength: true) { $0 }.length == 7)
    #expect(RequestBody(Data(count: 3)).map { $0 }.length == nil)
  }

  @Test func `a change that does not keep the length it promised is an error`() async throws {
    let body = RequestBody(Data(count: 3)).map(keepsLength: true) { $0 + $0 }

    let error = await #expect(throws: URLError.self) { try await body.collect() }

    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `a change that fails fails the body`() async throws {
    let body = RequestBody(Data(count: 3)).map { _ in throw Fault() }

    await #expect(throws: Fault.self) { try await body.collect() }
  }

  @Test func `the writer of a changed pipe is ended with its call`() async throws {
    let (body, writer) = BodyStream.pipe()
    var request = try Request("http://127.0.0.1/", httpMethod: .post)
    request.body = RequestBody(body).map { $0 }
    let writing = Task { while true { try await writer.write(Data(count: 65_536)) } }

    _ = try await Stage.sending(over: StubConnector(Response(statusCode: 200)))(request)

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect(error?.type == .cancelled)
    withExtendedLifetime(request) {}
  }
}

extension Data {
  /// The bytes one by one, as a sequence that can be iterated once.
  fileprivate var pieces: AsyncStream<Data> {
    AsyncStream { continuation in
      for byte in self { continuation.yield(Data([byte])) }
      continuation.finish()
    }
  }
}
