@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct TransferEngineTests {
  @Test(arguments: TestedEngine.allCases)
  func `tells how much has arrived, and of how much`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let heard = Locked<[TransferProgress]>([])
    let begun = Gate()
    server.on(.get, "/", .body([.data(Data(repeating: 7, count: 1_000)), .gate(begun), .data(Data(count: 2_999_000))]))

    let exchange = try WatchedExchange(engine.connector(), Request(server.url())) { progress in
      heard.withLock { $0.append(progress) }
      begun.open()
    }
    let end = await exchange.end

    let all = heard.withLock { $0 }
    #expect(end == .answered)
    #expect(all.count > 1)
    #expect(all.last?.received == 3_000_000)
    #expect(all.last?.totalToReceive == 3_000_000)
    #expect(all.map(\.received) == all.map(\.received).sorted())
  }

  @Test(arguments: TestedEngine.allCases)
  func `tells how much was sent, and of how much`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/", .status(204))
    let heard = Locked<[TransferProgress]>([])
    var request = try Request(server.url(), httpMethod: .post)
    request.body = RequestBody(Data(repeating: 7, count: 3_000_000))

    let exchange = try WatchedExchange(engine.connector(), request) { progress in
      heard.withLock { $0.append(progress) }
    }
    let end = await exchange.end

    let all = heard.withLock { $0 }
    #expect(end == .answered)
    #expect(all.last?.sent == 3_000_000)
    #expect(all.allSatisfy { $0.totalToSend == 3_000_000 })
    #expect(all.map(\.sent) == all.map(\.sent).sorted())
  }

  @Test(arguments: TestedEngine.robust)
  func `an exchange that is suspended waits, without timing out`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .text("hello").held(at: gate)).on(.get, "/silence", .fault(.silence))
    let connector = try engine.connector()
    connector.timeoutInterval = 0.5
    let exchange = try WatchedExchange(connector, Request(server.url()))

    exchange.suspend()
    let earlier = await connector.urlError(of: try Request(server.url("/silence")))
    gate.open()
    let later = await connector.urlError(of: try Request(server.url("/silence")))
    let endsWhileSuspended = exchange.ends
    exchange.resume()

    #expect(earlier == .timedOut)
    #expect(later == .timedOut)
    #expect(endsWhileSuspended == 0)
    #expect(await exchange.end == .answered)
  }

  @Test(arguments: TestedEngine.robust)
  func `an exchange that is suspended within its body loses nothing`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .chunked(["one ", .gate(gate), "two"])).on(.get, "/other", .text("other"))
    let connector = try engine.connector()
    let begun = Gate()
    let body = Locked("")
    let request = try Request(server.url())
    let end = Gate()
    let exchange = connector.start(request, progress: { _ in begun.open() }) { result in
      body.withLock { $0 = (try? result.get().text()) ?? "none" }
      end.open()
    }

    try await begun.wait()
    exchange.suspend()
    _ = try await connector.response(to: Request(server.url("/other")))
    gate.open()
    _ = try await connector.response(to: Request(server.url("/other")))
    #expect(!end.isOpen)
    exchange.resume()
    try await end.wait()

    #expect(body.withLock { $0 } == "one two")
  }

  @Test(arguments: TestedEngine.robust)
  func `an exchange that is suspended can be cancelled`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("hello").held(at: Gate()))
    let exchange = try WatchedExchange(engine.connector(), Request(server.url()))

    exchange.suspend()
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a response beyond the limit is refused, one of its length is not`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("12345"))
    server.on(.get, "/endless", .raw(["HTTP/1.1 200 OK\r\n\r\n", .endless(Data("x".utf8))]))
    let connector = try engine.connector()

    connector.maximumResponseSize = 5
    let response = try await connector.response(to: Request(server.url()))
    connector.maximumResponseSize = 4
    let tooLong = await connector.urlError(of: try Request(server.url()))
    let endless = await connector.urlError(of: try Request(server.url("/endless")))

    #expect(try response.text() == "12345")
    #expect(tooLong == .dataLengthExceedsMaximum)
    #expect(endless == .dataLengthExceedsMaximum)
  }
}
