import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Bodies that a closure writes while they are sent.
@Suite(.timeLimit(.minutes(1)))
struct WrittenBodyTests {
  private struct Fault: Error {}

  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/*") { request in
      .text("\(request.text) \(request.headers["Content-Length"] ?? request.headers["Transfer-Encoding"] ?? "?")")
    }
    server.on(nil, "/long", .status(204))
    server.on(nil, "/moved", .redirect(to: "/there", status: 307)).on(nil, "/silence", .fault(.silence))
  }

  private func post(_ body: BodyStream, to path: String = "/") throws -> Request {
    var request = try Request(server.url(path), httpMethod: .post)
    request.body = RequestBody(body)
    return request
  }

  @Test(arguments: TestedEngine.allCases)
  func `a body of unknown length arrives whole, in chunks where the engine can`(engine: TestedEngine) async throws {
    let body = BodyStream { writer in
      for word in ["one ", "", "two ", "three"] { try await writer.write(Data(word.utf8)) }
    }

    let response = try await engine.connector().response(to: post(body))

    #expect(try response.text() == "one two three " + (engine.isStreaming ? "chunked" : "13"))
  }

  @Test(arguments: TestedEngine.allCases)
  func `a known length is told`(engine: TestedEngine) async throws {
    let body = BodyStream(knownLength: 6) { writer in
      try await writer.write(Data("abc".utf8))
      try await writer.write(Data("def".utf8))
      try await writer.finish()
    }

    let response = try await engine.connector().response(to: post(body))

    #expect(try response.text() == "abcdef 6")
  }

  @Test(arguments: TestedEngine.allCases)
  func `an empty body is a body`(engine: TestedEngine) async throws {
    let response = try await engine.connector().response(to: post(BodyStream { _ in }))

    #expect(try response.text() == " " + (engine.isStreaming ? "chunked" : "0"))
  }

  @Test(arguments: TestedEngine.allCases)
  func `a long body arrives as it was written, among other segments`(engine: TestedEngine) async throws {
    let period = Data((0..<1_009).map { UInt8(truncatingIfNeeded: $0) })
    let data = (0..<11_000).reduce(into: Data()) { data, _ in data.append(period) }
    let body = BodyStream { writer in
      try await writer.write(data.prefix(5))
      try await writer.write(data.dropFirst(5))
    }
    var request = try Request(server.url("/long"), httpMethod: .post)
    request.body = RequestBody(segments: [.data(Data("<".utf8)), .stream(body), .data(Data(">".utf8))])

    _ = try await engine.connector().response(to: request)

    #expect(server.requests.first?.body == Data("<".utf8) + data + Data(">".utf8))
  }

  @Test(arguments: TestedEngine.allCases)
  func `an InputStream needs no length`(engine: TestedEngine) async throws {
    let body = BodyStream(length: nil) { InputStream(data: Data("from a stream".utf8)) }

    let response = try await engine.connector().response(to: post(body))

    #expect(try response.text() == "from a stream " + (engine.isStreaming ? "chunked" : "13"))
  }

  // MARK: - What goes wrong

  @Test(
    arguments: TestedEngine.allCases,
    [
      (2, "the writer of the body writes more than the 2 bytes that it declares"),
      (4, "the writer of the body ended after 3 bytes of 4"),
    ]
  )
  func `another length than was declared is an error, and the body never arrives`(
    engine: TestedEngine,
    declared: (length: Int64, words: String)
  ) async throws {
    let body = BodyStream(knownLength: declared.length) { writer in
      try await writer.write(Data("ab".utf8))
      try await writer.write(Data("c".utf8))
    }

    let error = await #expect(throws: URLError.self) { try await engine.connector().response(to: post(body)) }

    #expect(error?.code == .requestBodyStreamExhausted)
    #expect(error?.localizedDescription == declared.words)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a write beyond the end is an error`(engine: TestedEngine) async throws {
    let caught = ObservedValue<ConnectionError?>(nil)
    let body = BodyStream { writer in
      try await writer.finish()
      do { try await writer.write(Data([1])) } catch { caught.update { $0 = error as? ConnectionError } }
    }

    _ = try await engine.connector().response(to: post(body))

    let error = try await caught.wait { $0 != nil }
    #expect(error?.nativeError?.localizedDescription == "the writer of the body is finished")
  }

  @Test(arguments: TestedEngine.allCases)
  func `what the closure throws fails the request`(engine: TestedEngine) async throws {
    let body = BodyStream { writer in
      try await writer.write(Data("abc".utf8))
      throw Fault()
    }

    await #expect(throws: Fault.self) { try await engine.connector().response(to: post(body)) }
    #expect(server.requestCount == 0)
  }

  // MARK: - Sent again

  @Test(arguments: TestedEngine.allCases)
  func `a redirect that keeps the body has it written again`(engine: TestedEngine) async throws {
    let body = BodyStream { writer in try await writer.write(Data("abc".utf8)) }

    _ = try await engine.connector().response(to: post(body, to: "/moved"))

    #expect(server.requests.map(\.text) == ["abc", "abc"])
  }

  @Test(arguments: TestedEngine.allCases)
  func `what can be written once is not sent twice`(engine: TestedEngine) async throws {
    let once = BodyStream(replay: .once) { writer in try await writer.write(Data("abc".utf8)) }
    let moved = BodyStream(replay: .once) { writer in try await writer.write(Data("abc".utf8)) }
    let connector = try engine.connector()

    let response = try await connector.response(to: post(once))
    let second = await connector.urlError(of: try post(once))
    let redirected = await connector.urlError(of: try post(moved, to: "/moved"))

    #expect(response.statusCode == 200)
    #expect(second == .requestBodyStreamExhausted)
    #expect(redirected == .requestBodyStreamExhausted)
  }

  @Test func `a retry has the body written again, unless it can be written once`() async throws {
    server.on(nil, "/flaky", .status(503), .text("at last"))
    let connector = try TestedEngine.robust[0].connector()
    var policy = RetryPolicy(backoff: .constant(.zero), budget: nil)
    policy.methods = [.post]
    let retrying = Stage.sending(over: connector).wrapped(in: .retry(policy))
    let again = BodyStream { writer in try await writer.write(Data("abc".utf8)) }
    let once = BodyStream(replay: .once) { writer in try await writer.write(Data("abc".utf8)) }

    let response = try await retrying(post(again, to: "/flaky"))
    server.on(nil, "/flaky", .status(503), .text("at last"))
    let refused = try await retrying(post(once, to: "/flaky"))

    #expect(response.statusCode == 200)
    #expect(refused.statusCode == 503)
  }

  // MARK: - The end of a writer

  @Test(arguments: TestedEngine.allCases)
  func `cancelling the request cancels the writer`(engine: TestedEngine) async throws {
    let (isOpen, end) = (Gate(), ObservedValue<ConnectionError?>(nil))
    let body = BodyStream { writer in
      isOpen.open()
      do {
        while true { try await writer.write(Data(count: 65_536)) }
      } catch {
        end.update { $0 = error as? ConnectionError }
      }
    }
    let exchange = WatchedExchange(try engine.connector(), try post(body, to: "/silence"))

    try await isOpen.wait()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
    #expect(try await end.wait { $0 != nil }?.type == .cancelled)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a writer that awaits something else is cancelled with the request`(engine: TestedEngine) async throws {
    let (isOpen, end, never) = (Gate(), Gate(), Gate())
    let body = BodyStream { writer in
      try await writer.write(Data("abc".utf8))
      isOpen.open()
      defer { end.open() }
      try await never.wait()
    }
    let exchange = WatchedExchange(try engine.connector(), try post(body))

    try await isOpen.wait()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
    try await end.wait()
  }

  @Test(arguments: TestedEngine.allCases)
  func `the time in which a writer is awaited is not idle`(engine: TestedEngine) async throws {
    let (isWaiting, hasTimedOut) = (Gate(), Gate())
    let body = BodyStream { writer in
      try await writer.write(Data("abc".utf8))
      isWaiting.open()
      try await hasTimedOut.wait()
      try await writer.write(Data("def".utf8))
    }
    let connector = try engine.connector()
    connector.timeoutInterval = 0.2
    let request = try post(body)
    let response = Task { try await connector.response(to: request) }

    try await isWaiting.wait()
    let other = try await connector.urlError(of: Request(server.url("/silence")))
    hasTimedOut.open()

    #expect(other == .timedOut)
    #expect(try await response.value.text().hasPrefix("abcdef"))
  }

  @Test(arguments: TestedEngine.allCases.filter(\.isStreaming))
  func `progress counts what was written, and knows no total`(engine: TestedEngine) async throws {
    let heard = Record<TransferProgress>()
    let body = BodyStream { writer in
      for _ in 0..<50 { try await writer.write(Data(count: 10_000)) }
    }

    let exchange = WatchedExchange(try engine.connector(), try post(body)) { heard.add($0) }

    #expect(await exchange.end == .answered)
    #expect(heard.all.last?.sent == 500_000)
    #expect(heard.all.allSatisfy { $0.totalToSend == nil && $0.fractionSent == nil })
    #expect(heard.all.map(\.sent) == heard.all.map(\.sent).sorted())
  }
}

extension TestedEngine {
  /// Whether bodies are sent while they are written, rather than put together first.
  var isStreaming: Bool { self != .urlSession }
}
