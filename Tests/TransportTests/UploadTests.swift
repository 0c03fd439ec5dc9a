@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Bodies that are read as they are sent.
@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/*") { .text("\($0.body.count) of \($0.headers["Content-Length"] ?? "?")") }
    server.on(nil, "/silence", .fault(.silence)).on(nil, "/moved", .redirect(to: "/there", status: 307))
  }

  private func post(_ segments: [BodySegment], to path: String = "/") throws -> Request {
    var request = try Request(server.url(path), httpMethod: .post)
    request.body = RequestBody(segments: segments, contentType: "a/b")
    return request
  }

  /// Longer than what is put together in memory, by a number of bytes that nobody else's is.
  private static func longData() -> Data {
    Data(repeating: 7, count: RequestBody.memoryLimit + .random(in: 1_000_000...2_000_000))
  }

  /// The temporary bodies of this length.
  private static func spooledFiles(of length: Int) throws -> [URL] {
    let folder = FileManager.default.temporaryDirectory
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names.filter { $0.hasPrefix("AbstractHTTP-upload-") }.map(folder.appendingPathComponent).filter { file in
      let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      return size == length
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `segments arrive as one body, whose length is told`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))
    let segments: [BodySegment] = [
      .data(Data("<".utf8)), .file(file.url, range: 2..<5), .stream(.giving(Data("abc".utf8))), .data(Data(">".utf8)),
    ]

    let response = try await engine.connector().response(to: post(segments))

    let request = server.requests.first
    #expect(try response.text() == "8 of 8")
    #expect(request?.text == "<234abc>")
    #expect(request?.headers["Content-Type"] == "a/b")
    #expect(request?.headers["Transfer-Encoding"] == nil)
  }

  @Test(arguments: TestedEngine.allCases)
  func `long bodies arrive whole, and leave nothing behind`(engine: TestedEngine) async throws {
    let data = Self.longData()
    let file = try TemporaryFile(data)
    let segments: [BodySegment] = [
      .data(Data("<".utf8)), .file(file.url, range: 0..<Int64(data.count)), .stream(.giving(data)),
    ]
    let length = 2 * data.count + 1

    let response = try await engine.connector().response(to: post(segments))

    #expect(try response.text() == "\(length) of \(length)")
    #expect(server.requests.first?.body == Data("<".utf8) + data + data)
    #expect(try Self.spooledFiles(of: length).isEmpty)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a long file arrives whole, and leaves nothing behind`(engine: TestedEngine) async throws {
    let data = Self.longData()
    let file = try TemporaryFile(data)
    var request = try Request(server.url(), httpMethod: .put)
    request.body = RequestBody(file: file.url)

    let response = try await engine.connector().response(to: request)

    #expect(try response.text() == "\(data.count) of \(data.count)")
    #expect(server.requests.first?.body == data)
    #expect(try Self.spooledFiles(of: data.count).isEmpty)
  }

  @Test(arguments: TestedEngine.allCases, [100, RequestBody.memoryLimit + 12_345])
  func `tells how much of it was sent`(engine: TestedEngine, length: Int) async throws {
    let file = try TemporaryFile(Data(count: length))
    let half = Int64(length / 2)
    let segments: [BodySegment] = [.file(file.url, range: 0..<half), .stream(.giving(Data(count: length - Int(half))))]
    let heard = Locked<[TransferProgress]>([])

    let exchange = try WatchedExchange(engine.connector(), post(segments)) { progress in
      heard.withLock { $0.append(progress) }
    }
    let end = await exchange.end

    let all = heard.withLock { $0 }
    #expect(end == .answered)
    #expect(all.last?.sent == Int64(length))
    #expect(all.last?.fractionSent == 1)
    #expect(all.allSatisfy { $0.totalToSend == Int64(length) && $0.sent <= Int64(length) })
    #expect(all.map(\.sent) == all.map(\.sent).sorted())
  }

  // MARK: - Sent again

  @Test(arguments: TestedEngine.allCases)
  func `a redirect that keeps the body reads it again`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))
    let segments: [BodySegment] = [.file(file.url, range: 0..<10), .stream(.giving(Data("abc".utf8)))]

    let response = try await engine.connector().response(to: post(segments, to: "/moved"))

    #expect(try response.text() == "13 of 13")
    #expect(server.requests.map(\.text) == ["0123456789abc", "0123456789abc"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `what can be read only once is not sent twice`(engine: TestedEngine) async throws {
    let once = { BodySegment.stream(BodyStream(once: InputStream(data: Data("abc".utf8)), length: 3)) }
    let request = try post([once()])
    let connector = try engine.connector()

    let moved = await connector.urlError(of: try post([once()], to: "/moved"))
    let first = try await connector.response(to: request)
    let second = await connector.urlError(of: request)

    #expect(moved == .requestBodyStreamExhausted)
    #expect(try first.text() == "3 of 3")
    #expect(second == .requestBodyStreamExhausted)
  }

  @Test(arguments: TestedEngine.robust)
  func `a kept connection that is dead loses no body`(engine: TestedEngine) async throws {
    let connector = try engine.connector()
    let (count, file) = (5, try TemporaryFile(Data("abc".utf8)))

    for round in 1...count {
      let once = BodySegment.stream(BodyStream(once: InputStream(data: Data("abc".utf8)), length: 3))
      let segment = round.isMultiple(of: 2) ? once : .file(file.url, range: 0..<3)
      let response = try await connector.response(to: post([segment]))
      #expect(try response.text() == "3 of 3")
      server.disconnect()
      try await server.waitForClosedConnections(round)
    }
  }

  #if os(Linux)
    @Test func `what can be read only once goes by a new connection, which cannot be dead`() async throws {
      let connector = try TestedEngine.libcurl.connector()
      let file = try TemporaryFile(Data("abc".utf8))
      let once = BodySegment.stream(BodyStream(once: InputStream(data: Data("abc".utf8)), length: 3))

      for segment in [.data(Data("abc".utf8)), .file(file.url, range: 0..<3), once] {
        _ = try await connector.response(to: post([segment]))
      }

      let connections = server.requests.map(\.connection)
      #expect(connections.count == 3)
      #expect(Set(connections.prefix(2)).isDisjoint(with: connections.suffix(1)))
    }
  #endif

  // MARK: - What goes wrong

  @Test(arguments: TestedEngine.allCases, [2, 4, RequestBody.memoryLimit + 1])
  func `a stream of another length than it declares is an error`(engine: TestedEngine, declared: Int) async throws {
    let stream = BodyStream.giving(Data("abc".utf8), declaring: declared)

    let error = try await engine.connector().urlError(of: post([.stream(stream)]))

    #expect(error == .requestBodyStreamExhausted)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a stream that fails is an error`(engine: TestedEngine) async throws {
    let stream = BodyStream(length: 9) { ScriptedStream([.give(Data("abc".utf8)), .fail]) }

    let error = try await engine.connector().urlError(of: post([.stream(stream)]))

    #expect(error == .requestBodyStreamExhausted)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a file that goes before it is sent is an error, and nothing is sent`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data("0123456789".utf8))
    let request = try post([.file(file.url, range: 0..<10)])

    try Data("01234".utf8).write(to: file.url)
    let shorter = try await engine.connector().urlError(of: request)
    try FileManager.default.removeItem(at: file.url)
    let gone = try await engine.connector().urlError(of: request)

    #expect(shorter == .requestBodyStreamExhausted)
    #expect(gone == .fileDoesNotExist)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a file that becomes shorter while it is sent is an error`(engine: TestedEngine) async throws {
    let hold = ScriptedStream.Hold()
    let file = try TemporaryFile(Data("0123456789".utf8))
    let isRead = Gate()
    let stream = BodyStream(length: 1) {
      isRead.open()
      return ScriptedStream([.hold(hold), .give(Data("a".utf8))])
    }
    let request = try post([.stream(stream), .file(file.url, range: 0..<10)])
    let exchange = WatchedExchange(try engine.connector(), request)

    try await isRead.wait()
    try Data("01234".utf8).write(to: file.url)
    hold.letGo()

    #expect(await exchange.end == .failed(.requestBodyStreamExhausted))
  }

  // MARK: - Streams that let one wait

  @Test(arguments: TestedEngine.allCases)
  func `a stream that waits holds up nobody else, and is sent when it comes`(engine: TestedEngine) async throws {
    let hold = ScriptedStream.Hold()
    let stream = BodyStream(length: 6) {
      ScriptedStream([.give(Data("abc".utf8)), .hold(hold), .give(Data("def".utf8))])
    }
    let connector = try engine.connector()
    let exchange = WatchedExchange(connector, try post([.stream(stream)]))

    let others = try await connector.response(to: post([.data(Data("12".utf8))], to: "/other"))
    let endsMeanwhile = exchange.ends
    hold.letGo()

    #expect(try others.text() == "2 of 2")
    #expect(endsMeanwhile == 0)
    #expect(await exchange.end == .answered)
    #expect(server.requests.map(\.text) == ["12", "abcdef"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a stream that gives nothing is not waited for`(engine: TestedEngine) async throws {
    let hold = ScriptedStream.Hold()
    let stream = BodyStream(length: 3) { ScriptedStream([.hold(hold), .give(Data("abc".utf8))]) }
    let connector = try engine.connector()
    connector.timeoutInterval = 0.2

    let error = await connector.urlError(of: try post([.stream(stream)]))
    hold.letGo()

    #expect(error == .timedOut)
  }

  @Test(arguments: TestedEngine.allCases)
  func `an upload is cancelled while a stream waits`(engine: TestedEngine) async throws {
    let (hold, isRead) = (ScriptedStream.Hold(), Gate())
    let stream = BodyStream(length: 3) {
      isRead.open()
      return ScriptedStream([.hold(hold), .give(Data("abc".utf8))])
    }
    let exchange = WatchedExchange(try engine.connector(), try post([.stream(stream)]))

    try await isRead.wait()
    exchange.cancel()
    let end = await exchange.end
    hold.letGo()

    #expect(end == .cancelled)
    #expect(exchange.ends == 1)
  }

  @Test(arguments: TestedEngine.robust)
  func `an upload that is suspended goes on where it was`(engine: TestedEngine) async throws {
    let (hold, isRead) = (ScriptedStream.Hold(), Gate())
    let stream = BodyStream(length: 3) {
      isRead.open()
      return ScriptedStream([.hold(hold), .give(Data("abc".utf8))])
    }
    let connector = try engine.connector()
    let exchange = WatchedExchange(connector, try post([.stream(stream)]))

    try await isRead.wait()
    exchange.suspend()
    hold.letGo()
    _ = try await connector.response(to: post([], to: "/other"))
    let endsMeanwhile = exchange.ends
    exchange.resume()

    #expect(endsMeanwhile == 0)
    #expect(await exchange.end == .answered)
    #expect(server.requests.last?.text == "abc")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a long upload waits on the disk where it must, and leaves nothing behind`(engine: TestedEngine) async throws {
    let data = Self.longData()
    let exchange = WatchedExchange(try engine.connector(), try post([.data(data), .data(Data([1]))], to: "/silence"))

    try await server.waitForRequests(1)
    let spooled = try Self.spooledFiles(of: data.count + 1)
    exchange.cancel()

    #expect(spooled.count == (engine == .urlSession ? 1 : 0))
    #expect(await exchange.end == .cancelled)
    #expect(try Self.spooledFiles(of: data.count + 1).isEmpty)
  }

  @Test(arguments: TestedEngine.allCases)
  func `cancelled at any moment it ends once`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data(count: 300_000))
    let connector = try engine.connector()
    let request = try post([.file(file.url, range: 0..<300_000), .stream(.giving(Data(count: 100_000)))])

    for round in 0..<60 {
      let exchange = WatchedExchange(connector, request)
      for _ in 0..<(round * 3) { await Task.yield() }
      exchange.cancel()
      let end = await exchange.end
      #expect(end == .cancelled || end == .answered)
      #expect(exchange.ends == 1)
    }
  }
}
