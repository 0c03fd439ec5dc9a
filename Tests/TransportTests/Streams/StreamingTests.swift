import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Streamed responses over a real server.
@Suite(.timeLimit(.minutes(2)))
struct StreamingTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  private func request(_ path: String = "/") throws -> Request {
    var request = try Request(server.url(path))
    request.delivery = .stream
    return request
  }

  private func stream(_ engine: TestedEngine, _ path: String = "/") async throws -> ResponseStream {
    let response = try await Stage.sending(over: engine.connector())(request(path))
    return try #require(response.stream)
  }

  @Test(arguments: TestedEngine.allCases)
  func `the response comes at its head, and the body as it arrives`(engine: TestedEngine) async throws {
    let (first, second) = (Gate(), Gate())
    server.on(.get, "/", .chunked([.gate(first), "one ", .gate(second), "two"]).header("X-A", "b"))

    let stream = try await stream(engine)
    var iterator = stream.makeAsyncIterator()
    first.open()
    let piece = try await iterator.next()
    second.open()

    #expect(stream.head.headers["X-A"] == "b")
    #expect(piece == Data("one ".utf8))
    #expect(try await iterator.next() == Data("two".utf8))
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: TestedEngine.allCases, [200, 204, 206])
  func `a body that is empty is an empty stream`(engine: TestedEngine, status: Int) async throws {
    server.on(.get, "/", .status(status))

    let stream = try await stream(engine)

    #expect(try await stream.collect(upTo: 0).isEmpty)
  }

  @Test(arguments: TestedEngine.allCases)
  func `the body of any other status is data, its first megabyte`(engine: TestedEngine) async throws {
    server.on(.get, "/short", .text("sorry", status: 503))
    server.on(.get, "/long", .data(Data(count: 3 << 20), status: 500))
    let stage = Stage.sending(over: try engine.connector())

    let short = try await stage(request("/short"))
    let long = try await stage(request("/long"))

    #expect(short.stream == nil)
    #expect(try short.text() == "sorry")
    #expect(long.data.count == 1 << 20)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a redirect is followed before anything is streamed`(engine: TestedEngine) async throws {
    server.on(.get, "/", .redirect(to: "/next")).on(.get, "/next", .text("there"))

    let stream = try await stream(engine)

    #expect(try await stream.collect(upTo: 100) == Data("there".utf8))
    #expect(stream.head.url?.path == "/next")
  }

  @Test(arguments: TestedEngine.robust, [Reply.Fault.resetInBody, .truncatedBody, .truncatedChunk])
  func `a connection that is lost fails the stream after what came, and the next request works`(
    engine: TestedEngine,
    fault: Reply.Fault
  ) async throws {
    server.on(.get, "/", .fault(fault)).on(.get, "/next", .text("well"))
    let connector = try engine.connector()
    let stream = try #require(try await Stage.sending(over: connector)(request()).stream)

    var came = Data()
    let error = await #expect(throws: ConnectionError.self) {
      for try await piece in stream { came.append(piece) }
    }

    #expect(came == Data("12345".utf8) || fault == .resetInBody && came.isEmpty)
    #expect(error?.type == .network)
    #expect(error?.nativeError is URLError)
    #expect(error?.request?.url == URL(string: server.url()))
    #expect(try await connector.response(to: Request(server.url("/next"))).text() == "well")
  }

  @Test(arguments: TestedEngine.allCases)
  func `letting go stops the transfer`(engine: TestedEngine) async throws {
    server.on(.get, "/", .chunked(["one", .silence]))

    for try await _ in try await stream(engine) { break }

    try await server.waitForClosedConnections(1)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a response that is let go unread stops the transfer`(engine: TestedEngine) async throws {
    server.on(.get, "/", .chunked(["one", .silence]))

    _ = try await stream(engine)

    try await server.waitForClosedConnections(1)
  }

  @Test(arguments: TestedEngine.allCases)
  func `cancelling the connector's exchanges ends the stream`(engine: TestedEngine) async throws {
    server.on(.get, "/", .chunked(["one", .silence]))
    let connector = try engine.connector()
    let stream = try #require(try await Stage.sending(over: connector)(request()).stream)
    var iterator = stream.makeAsyncIterator()
    _ = try await iterator.next()

    connector.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }
    #expect(error?.type == .cancelled)
  }

  @Test func `a body longer than the connector allows fails the stream`() async throws {
    server.on(.get, "/", .chunked([.data(Data(count: 100)), .data(Data(count: 100))]))
    let connector = try #require(TestedEngine.robust.first).connector()
    connector.maximumResponseSize = 150

    let stream = try #require(try await Stage.sending(over: connector)(request()).stream)

    let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: .max) }
    #expect((error?.nativeError as? URLError)?.code == .dataLengthExceedsMaximum)
  }

  @Test func `a connector that answers in memory is streamed, too`() async throws {
    let connector = StubConnector(Response(data: Data("all".utf8)))

    let response = try await Stage.sending(over: connector)(request())

    #expect(response.data.isEmpty)
    #expect(try await response.stream?.collect(upTo: 10) == Data("all".utf8))
  }

  @Test func `a stream that nobody asked for is read into memory`() async throws {
    let connector = StubConnector { _ in
      let (stream, writer) = ResponseStream.make()
      Task {
        try await writer.write(Data("all".utf8))
        writer.finish(trailers: ["A": "b"])
      }
      return Response(stream: stream)
    }

    let response = try await Stage.sending(over: connector)(Request(server.url()))

    #expect(response.stream == nil)
    #expect(response.data == Data("all".utf8))
    #expect(response.trailers?["A"] == "b")
  }
}

#if os(Linux)
  /// What libcurl alone can do here.
  @Suite(.timeLimit(.minutes(2)), .serialized)
  struct CurlStreamingTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func stream(_ connector: DefaultHTTPConnector, _ change: (inout Request) -> Void = { _ in }) async throws
      -> ResponseStream
    {
      var request = try Request(server.url())
      request.delivery = .stream
      change(&request)
      return try #require(try await Stage.sending(over: connector)(request).stream)
    }

    @Test func `a server that is faster than the reader is held at 256 KiB`() async throws {
      let size = 64 << 20
      server.on(.get, "/", .data(Data(count: size)))
      let stream = try await stream(TestedEngine.libcurl.connector())
      var iterator = stream.makeAsyncIterator()

      var (count, most) = (0, 0)
      while let piece = try await iterator.next() {
        count += piece.count
        most = max(most, piece.count)
      }

      #expect(count == size)
      #expect(most <= 262_144 + 65_536)
    }

    @Test func `a held stream keeps nobody else waiting, and does not time out`() async throws {
      server.on(.get, "/", .data(Data(count: 16 << 20))).on(.get, "/other", .text("well"))
      let connector = try TestedEngine.libcurl.connector()
      connector.timeoutInterval = 0.2
      let stream = try await stream(connector)
      while stream.buffer.count < 200_000 { await Task.yield() }
      let slow = LoopbackDelay(server)

      connector.timeoutInterval = 30
      for _ in 0..<5 { try await slow.pass(connector) }

      // NB: of what libcurl has read, all is taken if it can't be trusted to hold it.
      #expect(stream.buffer.count <= 262_144 + (CurlDefect.failedPause.isPresent ? 16_384 : 0))
      #expect(try await stream.collect(upTo: .max).count == 16 << 20)
    }

    @Test(arguments: [nil, Duration.milliseconds(100)])
    func `a stream that stalls ends only if it has a limit for that`(limit: Duration?) async throws {
      let gate = Gate()
      server.on(.get, "/", .chunked(["one", .gate(gate), "two"]))
      let connector = try TestedEngine.libcurl.connector()
      connector.timeoutInterval = 0.1
      connector.stallTimeout = limit
      let stream = try await stream(connector)
      let slow = LoopbackDelay(server)
      connector.timeoutInterval = 30

      if limit == nil {
        for _ in 0..<3 { try await slow.pass(connector) }
        gate.open()
      }

      guard limit == nil else {
        let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: .max) }
        #expect((error?.nativeError as? URLError)?.code == .timedOut)
        return
      }
      #expect(try await stream.collect(upTo: .max) == Data("onetwo".utf8))
    }

    @Test func `trailers come after the body, streamed or not`() async throws {
      server.on(.get, "/", .chunked(["one"], trailers: ["X-Digest": "7", "X-More": "8"]))
      let connector = try TestedEngine.libcurl.connector()

      let stream = try await stream(connector)
      let data = try await stream.collect(upTo: 10)
      let whole = try await connector.response(to: Request(server.url()))

      #expect(data == Data("one".utf8))
      #expect(try await stream.trailers?["x-digest"] == "7")
      #expect(whole.trailers?["X-More"] == "8")
      #expect(whole.headers["X-More"] == nil)
    }

    @Test func `a compressed body is decompressed as it is read, a little at a time`() async throws {
      // 3 MB of zeros in gzip.
      let compressed = try Self.gzip(Data(count: 3 << 20))
      server.on(.get, "/", .data(compressed).header("Content-Encoding", "gzip"))
      let stream = try await stream(TestedEngine.libcurl.connector())

      var (count, most) = (0, 0)
      for try await piece in stream {
        count += piece.count
        most = max(most, piece.count)
      }

      #expect(count == 3 << 20)
      #expect(most < 2 << 20)
    }

    @Test func `a compressed body that is cut fails`() async throws {
      let compressed = try Self.gzip(Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }))
      server.on(.get, "/", .data(compressed.dropLast(10)).header("Content-Encoding", "gzip"))
      let stream = try await stream(TestedEngine.libcurl.connector())

      let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: .max) }

      #expect((error?.nativeError as? URLError)?.code == .cannotDecodeContentData)
    }

    @Test func `1,000 streams of every end leave no descriptor`() async throws {
      let replies: [Reply] = [
        .chunked(["one", "two"]), .chunked(["one", .silence]), .fault(.truncatedBody), .fault(.truncatedChunk),
        .body([.data(Data(count: 1 << 20))]),
      ]
      let counter = Counter()
      server.on(.get, "/") { _ in replies[counter.next() % replies.count] }
      server.on(.get, "/whole", .chunked(["one", "two"]))
      let connector = try TestedEngine.libcurl.connector()

      for round in 0..<1_000 {
        let stream = try await stream(connector) { request in
          if round % 4 == 3, let url = URL(string: server.url("/whole")) { request.url = url }
        }
        switch round % 4 {
        case 0: for try await _ in stream { break }
        case 1: stream.cancel()
        case 2: _ = stream.head
        default: #expect(try await stream.collect(upTo: 10).count == 6)
        }
      }

      // Few connections were read to their end, and are kept for the next request.
      try await server.waitForClosedConnections(server.acceptedConnections - 8)
      #expect(server.openConnections <= 8)
    }

    @Test func `responses are read while the request is being sent`() async throws {
      // A server that answers at the head, and never reads the body.
      let gate = Gate()
      server.onHead(.post, "/", .chunked(["one", .gate(gate), "two"]))
      let stream = try await stream(TestedEngine.libcurl.connector()) { request in
        request.httpMethod = .post
        request.body = RequestBody(Data(count: 64 << 20))
      }
      var iterator = stream.makeAsyncIterator()

      let first = try await iterator.next()
      gate.open()
      let second = try await iterator.next()

      #expect(first == Data("one".utf8))
      #expect(second == Data("two".utf8))
      #expect(try await iterator.next() == nil)
    }

    private static func gzip(_ data: Data) throws -> Data {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["gzip", "-c"]
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      DispatchQueue.global().async {
        try? input.fileHandleForWriting.write(contentsOf: data)
        try? input.fileHandleForWriting.close()
      }
      return try output.fileHandleForReading.readToEnd() ?? Data()
    }
  }

  /// Passes time by requests that take 100 ms.
  private struct LoopbackDelay {
    private let server: LoopbackServer

    init(_ server: LoopbackServer) {
      self.server = server
      server.on(.get, "/delay", .text("late").delayed(by: .milliseconds(100)))
    }

    func pass(_ connector: DefaultHTTPConnector) async throws {
      _ = try await connector.response(to: Request(server.url("/delay")))
    }
  }
#endif
