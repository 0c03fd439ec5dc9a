@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Whatever bytes a server sends, the worst is an error.
@Suite(.timeLimit(.minutes(1)))
struct BadServerTests {
  /// What each fault becomes.
  private static let errors: [Reply.Fault: URLError.Code] = [
    .silence: .timedOut,
    .closeBeforeResponse: .networkConnectionLost,
    .resetBeforeResponse: .networkConnectionLost,
    .closeInHead: .networkConnectionLost,
    .resetInBody: .networkConnectionLost,
    .truncatedBody: .networkConnectionLost,
    .truncatedChunk: .networkConnectionLost,
    .malformedChunk: .badServerResponse,
    .malformedStatusLine: .badServerResponse,
    .malformedHeader: .badServerResponse,
    .malformedContentLength: .badServerResponse,
    .negativeContentLength: .badServerResponse,
    .hugeContentLength: .networkConnectionLost,
    .hugeHead: .badServerResponse,
    .endlessHead: .badServerResponse,
  ]

  /// What `URLSession` on Linux traps at, or takes seconds for.
  private static let trapsOrCrawls: [Reply.Fault] = [.closeInHead, .hugeContentLength, .hugeHead, .endlessHead]

  @Test(arguments: TestedEngine.allCases, Reply.Fault.allCases)
  func `a fault becomes an error that says what happened`(engine: TestedEngine, fault: Reply.Fault) async throws {
    guard TestedEngine.robust.contains(engine) || !Self.trapsOrCrawls.contains(fault) else { return }
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(fault))
    let connector = try engine.connector()
    connector.timeoutInterval = fault == .silence ? 0.1 : 15

    let error = await connector.urlError(of: try Request(server.url()))

    #expect(engine.names(error, as: Self.errors[fault]))
  }

  @Test(arguments: TestedEngine.robust)
  func `a close at any byte of the head becomes an error`(engine: TestedEngine) async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Folded: a\r\n b\r\nContent-Length: 5\r\n\r\n"
    let server = try LoopbackServer()
    server.on(.get, "/:count") { request in
      .raw([.text(String(head.unicodeScalars.prefix(Int(request.parameters["count"] ?? "") ?? 0))), .close])
    }
    let connector = try engine.connector()

    for count in 0...head.unicodeScalars.count {
      let error = await connector.urlError(of: try Request(server.url("/\(count)")))
      #expect(error == .networkConnectionLost || error == .badServerResponse, "after \(count) bytes")
    }
  }

  @Test(arguments: TestedEngine.robust, [1, 2, 3])
  func `random bytes become a response or an error`(engine: TestedEngine, seed: Int) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/:number") { request in
      var random = Generator(seed * 1_000 + (request.parameters["number"].flatMap { Int($0) } ?? 0))
      return .raw([.data(random.response()), .close])
    }
    let connector = try engine.connector()
    connector.isRedirectEnabled = false
    let codes: Set<URLError.Code?> = [
      nil, .networkConnectionLost, .badServerResponse, .cannotDecodeContentData, .unknown,
    ]

    for number in 0..<100 {
      let error = await connector.urlError(of: try Request(server.url("/\(number)")))
      #expect(codes.contains(error), "response \(number)")
    }
  }

  @Test(arguments: TestedEngine.robust)
  func `trailers are passed over`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .chunked(["one ", "two"], trailers: ["Count": "2", "Content-Type": "text/evil"]))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(try response.text() == "one two")
    #expect(!response.headers.contains("Count"))
    #expect(response.headers["Content-Type"] != "text/evil")
  }

  @Test(arguments: TestedEngine.robust)
  func `interim responses are passed over`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let interim: Reply.Part = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
    server.on(.get, "/", .text("hello").preceded(by: interim))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.statusCode == 200)
    #expect(!response.headers.contains("Link"))
  }

  @Test(arguments: TestedEngine.robust, [204, 304])
  func `a body where none may be is not taken for the next response`(engine: TestedEngine, status: Int) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .raw([.text("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n12345")]))
    server.on(.get, "/next", .text("next"))
    let connector = try engine.connector()

    let response = try await connector.response(to: Request(server.url()))
    let next = try await connector.response(to: Request(server.url("/next")))

    #expect(response.statusCode == status && response.data.isEmpty)
    #expect(try next.text() == "next")
  }

  @Test(arguments: TestedEngine.robust)
  func `headers that are no UTF-8 are read as Latin-1`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let head = Data("HTTP/1.1 200\r\nContent-Length: 0\r\nX-Name: Ren".utf8) + [0xE9] + Data("\r\n\r\n".utf8)
    server.on(.get, "/", .raw([.data(head)]))

    let response = try await engine.connector().response(to: Request(server.url()))

    #expect(response.headers["X-Name"] == "René")
  }

  @Test(arguments: TestedEngine.robust)
  func `a body goes out again when the kept connection has died`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { .text($0.text) }
    let connector = try engine.connector()
    let request = try Request(server.url(), httpMethod: .post, body: String(repeating: "x", count: 100_000))

    for round in 1...5 {
      let response = try await connector.response(to: request)
      #expect(response.data.count == 100_000)
      server.disconnect(resetting: round.isMultiple(of: 2))
      try await server.waitForClosedConnections(round)
    }
  }

  @Test func `errors have words, and no secrets in them`() async throws {
    let deadEnd = try UnreachableServer(.refusing)
    let connector = try TestedEngine.robust[0].connector()
    let request = try Request("http://u:hunter2@127.0.0.1:\(deadEnd.port)/?token=hunter2")

    let error = await #expect(throws: URLError.self) { try await connector.response(to: request) }

    #expect(error?.code == .cannotConnectToHost)
    #expect(error.map { "\($0.userInfo)".contains("hunter2") } == false)
    #expect((error?.userInfo[NSLocalizedDescriptionKey] as? String)?.isEmpty == false)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a host that does not exist cannot be found`(engine: TestedEngine) async throws {
    let tooLong = String(repeating: "a", count: 64)

    let error = try await engine.connector().urlError(of: Request("http://\(tooLong).invalid/"))

    #expect(error == .cannotFindHost)
  }
}

extension Generator {
  /// Bytes at random, or a response with some of its bytes changed, doubled or left out.
  fileprivate mutating func response() -> Data {
    if Int.random(in: 0..<4, using: &self) == 0 {
      return Data((0..<Int.random(in: 0..<400, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
    }
    let framing = Bool.random(using: &self) ? "Transfer-Encoding: chunked" : "Content-Length: 12"
    var bytes = Data("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\n\(framing)\r\nX-Y: Z\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<3, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.insert(bytes[place], at: place)
      default: bytes.remove(at: place)
      }
    }
    return bytes
  }
}
