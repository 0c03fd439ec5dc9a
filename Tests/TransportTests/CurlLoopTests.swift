#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  /// What a turn of the loop costs, and what it sleeps on.
  @Suite(.timeLimit(.minutes(1)))
  struct CurlLoopTests {
    #if DEBUG
      @Test func `a request leaves the transfers alone that wait beside it`() async throws {
        let (server, idle) = (try LoopbackServer(), 200)
        let gate = Gate()
        server.on(.get, "/", .text("hello")).on(.get, "/idle", .text("late").held(at: gate))
        let engine = try #require(CurlEngine(CurlLimits(descriptors: 4_096), isScanning: false))
        let connector = DefaultHTTPConnector(engine: engine)
        connector.timeoutInterval = nil
        let waiting = try (0..<idle).map { _ in try WatchedExchange(connector, Request(server.url("/idle"))) }
        try await server.waitForRequests(idle)

        let before = engine.visits
        for _ in 0..<100 { _ = try await connector.response(to: Request(server.url())) }
        let visits = engine.visits - before

        // Each turn that visited all of them would count 200; the timers of their connections may still count a few times.
        #expect(visits < 100 * idle / 4)
        gate.open()
        for exchange in waiting { #expect(await exchange.end == .answered) }
      }
    #endif

    @Test func `a transfer that is suspended and resumed before it has a connection is answered`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("hello"))
      let connector = DefaultHTTPConnector(engine: try #require(CurlEngine()))
      connector.timeoutInterval = nil

      for _ in 0..<100 {
        let exchange = try WatchedExchange(connector, Request(server.url()))
        exchange.suspend()
        exchange.resume()
        #expect(await exchange.end == .answered)
      }
    }

    @Test func `more origins than may be on the wire are served one after the other`() async throws {
      let servers = try (0..<12).map { _ in try LoopbackServer() }
      for server in servers { server.on(.get, "/", .text("hello")) }
      let engine = try #require(CurlEngine(CurlLimits(descriptors: 8), isScanning: false))
      let connector = DefaultHTTPConnector(engine: engine)
      connector.timeoutInterval = nil

      let exchanges = try servers.flatMap { server in
        try (0..<10).map { _ in try WatchedExchange(connector, Request(server.url())) }
      }

      for exchange in exchanges { #expect(await exchange.end == .answered) }
      #expect(servers.map(\.requestCount) == servers.map { _ in 10 })
    }

    @Test func `where libcurl looks at its sockets itself, all is as elsewhere`() async throws {
      let (server, gate) = (try LoopbackServer(), Gate())
      server.on(.get, "/", .text("hello")).on(.get, "/held", .text("late").held(at: gate))
      server.onHead(
        .post,
        "/",
        .raw(["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n0\r\n\r\n", .silence])
      )
      let connector = DefaultHTTPConnector(engine: try #require(CurlEngine(.process, isScanning: true)))
      connector.timeoutInterval = nil
      var upload = try Request(server.url(), httpMethod: .post)
      upload.body = RequestBody(Data(count: 64 << 20))

      let held = try (0..<10).map { _ in try WatchedExchange(connector, Request(server.url("/held"))) }
      for exchange in held.prefix(5) { exchange.cancel() }
      for exchange in held.suffix(3) { exchange.suspend() }
      let text = try await connector.response(to: Request(server.url())).text()
      let early = try await connector.response(to: upload).text()
      gate.open()
      for exchange in held.suffix(3) { exchange.resume() }

      #expect(text == "hello")
      #expect(early == "early")
      for exchange in held.prefix(5) { #expect(await exchange.end == .cancelled) }
      for exchange in held.suffix(5) { #expect(await exchange.end == .answered) }
    }

    @Test func `handles give their descriptors back`() throws {
      let before = Self.pollers.count

      for _ in 0..<400 { try #require(CurlMulti(isScanning: false)).cleanUp() }

      // Other tests make engines meanwhile.
      #expect(Self.pollers.count < before + 200)
    }

    @Test func `what the loop sleeps on closes on exec`() throws {
      let engine = try #require(CurlEngine())

      let open = Self.pollers.filter { fcntl($0, F_GETFD) >= 0 && fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }

      #expect(open.isEmpty)
      withExtendedLifetime(engine) {}
    }

    /// The descriptors of epoll and of what wakes it.
    private static var pollers: [Int32] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.compactMap(Int32.init).filter { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        return target?.contains("[eventpoll]") == true || target?.contains("[eventfd]") == true
      }
    }
  }

  struct CurlLimitsTests {
    @Test(arguments: [(1_024, 512, 256), (20_000, 10_000, 512), (1 << 20, 10_000, 512), (4, 2, 1), (0, 1, 1)])
    func `leave descriptors to others`(descriptors: Int, transfers: Int, kept: Int) {
      let limits = CurlLimits(descriptors: descriptors)

      #expect(limits.transfers == transfers)
      #expect(limits.kept == kept)
    }
  }

  struct CurlLookupsTests {
    private let start = ContinuousClock.now

    @Test func `a transfer forgets addresses if that of its host may be old`() {
      var lookups = CurlLookups()

      let answers = [0, 1, 59, 60, 61, 119, 120].map { lookups.forgetting("a", start + .seconds($0)) }

      #expect(answers == [.none, .none, .none, .own, .none, .none, .own])
    }

    @Test(arguments: [true, false])
    func `of many transfers few forget all addresses, whether they end soon or late`(endSoon: Bool) {
      var lookups = CurlLookups()
      let forgetting = { (lookups: inout CurlLookups, count: Int, hosts: Int) in
        (0..<count).count { index in
          guard lookups.forgetting("host\(index % hosts)", start) == .all else { return false }
          if endSoon { lookups.forgotAll(start) }
          return true
        }
      }

      let countOfNew = forgetting(&lookups, 10_000, 10_000)
      let countOfKnown = forgetting(&lookups, 100_000, 10_000)

      #expect((1...20).contains(countOfNew))
      #expect((1...20).contains(countOfKnown))
    }

    @Test func `hosts are forgotten`() {
      var (lookups, isForgotten) = (CurlLookups(), false)
      _ = lookups.forgetting("a", start)

      for _ in 0..<40 where lookups.forgetting("b", start + .seconds(700)) == .all {
        lookups.forgotAll(start + .seconds(700))
      }
      isForgotten = lookups.forgetting("a", start + .seconds(700)) == .none

      #expect(isForgotten)
    }
  }

  struct CurlDeadlinesTests {
    @Test(arguments: 0..<20)
    func `come in order, whatever was moved and taken out`(seed: Int) throws {
      var (random, deadlines, model) = (Generator(seed), CurlDeadlines(), [ObjectIdentifier: Int]())
      let (turn, start) = (CurlTurn(), ContinuousClock.now)
      #expect(CurlEngine.isLoaded)
      let handles = try (0..<40).map { _ in try #require(CurlHandle(turn)) }

      for _ in 0..<300 {
        let handle = handles[Int.random(in: 0..<40, using: &random)]
        if Bool.random(using: &random) {
          let due = Int.random(in: 0..<50, using: &random)
          deadlines.set(handle, start + .seconds(due))
          model[ObjectIdentifier(handle)] = due
        } else {
          deadlines.remove(handle)
          model[ObjectIdentifier(handle)] = nil
        }
        #expect(deadlines.contains(handle) == (model[ObjectIdentifier(handle)] != nil))
        #expect(deadlines.first?.due == model.values.min().map { start + .seconds($0) })
      }

      var order: [ContinuousClock.Instant] = []
      while let first = deadlines.first {
        order.append(first.due)
        deadlines.remove(first.handle)
      }
      #expect(order == model.values.sorted().map { start + .seconds($0) })
    }
  }
#endif
