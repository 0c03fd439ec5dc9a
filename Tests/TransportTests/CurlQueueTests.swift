#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  @Suite(.timeLimit(.minutes(1)))
  struct CurlQueueTests {
    @Test func `whoever finds the wire full waits, and can leave`() async throws {
      let server = try LoopbackServer()
      let gate = Gate()
      server.on(.get, "/", .text("hello").held(at: gate))
      let connector = try TestedEngine.libcurl.connector()
      connector.timeoutInterval = nil
      let request = try Request(server.url())
      let count = CurlQueue.originLimit + 20

      let exchanges = (0..<count).map { _ in WatchedExchange(connector, request) }
      try await server.waitForRequests(CurlQueue.originLimit)
      let leaving = exchanges.suffix(5)
      for exchange in leaving { exchange.cancel() }
      for exchange in leaving { #expect(await exchange.end == .cancelled) }
      #expect(server.requestCount == CurlQueue.originLimit)
      gate.open()

      for exchange in exchanges.dropLast(5) { #expect(await exchange.end == .answered) }
      #expect(server.requestCount == count - 5)
    }

    @Test func `origins take turns, and each serves who came first`() throws {
      var queue = CurlQueue(limit: 2)
      let (a, b, c) = (try Self.transfers(5, to: "a"), try Self.transfers(2, to: "b"), try Self.transfers(1, to: "c"))

      let begun = Self.enter(a + b + c, &queue)
      var order: [CurlTransfer] = begun
      for place in 0..<8 {
        if let next = queue.leave(order[place]) { order.append(next.transfer) }
      }

      let expected = [a[0], a[1], a[2], b[0], c[0], a[3], b[1], a[4]]
      #expect(order.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }

    @Test func `an origin that is at its limit holds up no other`() throws {
      var queue = CurlQueue(limit: CurlQueue.originLimit + 1)
      let (a, b) = (try Self.transfers(CurlQueue.originLimit + 2, to: "a"), try Self.transfers(3, to: "b"))

      let begun = Self.enter(a + b, &queue)
      let ofOthers = queue.leave(b[0])
      let ofItsOwn = queue.leave(a[0])
      let last = queue.leave(b[1])

      #expect(begun.count == CurlQueue.originLimit + 1)
      #expect(ofOthers?.transfer === b[1])
      #expect(ofItsOwn?.transfer === b[2])
      #expect(last?.transfer === a[CurlQueue.originLimit])
    }

    @Test(arguments: 0..<20)
    func `nobody is lost, and no limit is passed, whatever happens`(seed: Int) throws {
      var (random, queue) = (Generator(seed), CurlQueue(limit: 5))
      let all = try (0..<60).flatMap { _ in
        try Self.transfers(10, to: "host\(Int.random(in: 0..<20, using: &random))")
      }
      var (running, waiting): ([CurlTransfer], [CurlTransfer]) = ([], [])

      for transfer in all {
        if queue.enter(transfer) { running.append(transfer) } else { waiting.append(transfer) }
        if Int.random(in: 0..<3, using: &random) == 0, let leaving = running.popLast(), let next = queue.leave(leaving)
        {
          running.append(next.transfer)
          waiting.removeAll { $0 === next.transfer }
        }
        if Bool.random(using: &random), let place = waiting.indices.randomElement(using: &random) {
          let wasWaiting = queue.giveUp(waiting.remove(at: place))
          #expect(wasWaiting)
        }
        #expect(running.count <= 5)
        #expect(waiting.isEmpty || running.count == 5)
      }
      while let leaving = running.popLast() {
        guard let next = queue.leave(leaving) else { continue }
        running.append(next.transfer)
        waiting.removeAll { $0 === next.transfer }
      }

      #expect(waiting.isEmpty)
    }

    /// - Returns: Who may begin at once.
    private static func enter(_ transfers: [CurlTransfer], _ queue: inout CurlQueue) -> [CurlTransfer] {
      transfers.filter { queue.enter($0) }
    }

    private static func transfers(_ count: Int, to host: String) throws -> [CurlTransfer] {
      let inbox = CurlInbox(try #require(CurlMulti(isScanning: false)))
      let request = try WireRequest(Request("http://\(host)/"), TransferSettings())
      return (0..<count).map { _ in CurlTransfer(request, inbox: inbox, progress: { _ in }, complete: { _ in }) }
    }
  }
#endif
