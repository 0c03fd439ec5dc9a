#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// The engine, its connections, and the way to the server.
  @Suite(.timeLimit(.minutes(2)))
  struct ConfigurationTests {
    private let server: LoopbackServer
    private let connector: DefaultHTTPConnector

    init() throws {
      server = try LoopbackServer()
      server.on(nil, "/*", .text("hello"))
      connector = DefaultHTTPConnector()
      connector.timeoutInterval = 60
    }

    private func text(_ url: String) async throws -> String {
      try await connector.response(to: Request(url)).text()
    }

    // MARK: - Settings that can't be used

    private static let bad: [@Sendable (DefaultHTTPConnector) -> Void] = [
      { $0.tls.pins = ["h.test": []] }, { $0.tls.pins = ["h.test": ["short"]] }, { $0.tls.pins = ["日本.jp": [pin]] },
      { $0.tls.pins = ["*": [pin]] }, { $0.tls.pins = ["https://h.test": [pin]] },
      { $0.tls.unverifiedHosts = ["*.test"] }, { $0.tls.authorities = .pem("") },
      { $0.tls.authorities = .file(.of("https://h.test/")) },
      { $0.tls = TLSSettings(minimumVersion: .tls13, maximumVersion: .tls12) },
      { $0.proxy = .http("", port: 1) }, { $0.proxy = .http("p.test", port: 0) },
      { $0.proxy = .socks5("a b", port: 1) },
      { $0.proxy = .http("p.test", port: 1, excluding: ["http://"]) },
      { $0.proxy = .http("p.test", port: 1, login: ProxyLogin(user: "a\r\nb", password: "c")) },
      { $0.addresses = ["h.test": ["h2.test"]] }, { $0.addresses = ["h.test": []] },
      { $0.addresses = ["*.test": ["::1"]] },
      { $0.socketPath = "" }, { $0.socketPath = "/" + String(repeating: "a", count: 200) }, { $0.socketPath = "/a\0b" },
      { $0.pool.connectionsPerHost = 0 }, { $0.pool.totalConnections = -1 }, { $0.pool.idleTime = .seconds(-1) },
      { $0.connectTimeout = .zero }, { $0.redirectPolicy = .limit(-1) },
    ]

    private static let pin = PublicKeyPin(Data(count: 32).base64EncodedString())

    @Test(arguments: bad.indices)
    func `a setting that makes no sense fails the request`(index: Int) async throws {
      Self.bad[index](connector)

      let error = await #expect(throws: TransferRefusal.self) { try await text(server.url()) }

      guard case .invalidOption? = error else { return #expect(error == nil, "must be an invalid option") }
      #expect(server.requests.isEmpty)
    }

    private static let beyondURLSession: [@Sendable (DefaultHTTPConnector) -> Void] = [
      { $0.tls.minimumVersion = .tls13 }, { $0.tls.pins = ["h.test": [pin]] }, { $0.proxy = .none },
      { $0.addresses = ["h.test": ["::1"]] }, { $0.socketPath = "/a" }, { $0.pool.connectionsPerHost = 1 },
      { $0.connectTimeout = .seconds(1) },
    ]

    @Test func `a closure changes the configuration of URLSession, and libcurl refuses it`() async throws {
      connector.engine = .urlSession
      connector.sessionSetup = URLSessionSetup { configuration in
        configuration.httpAdditionalHeaders = ["X-Setup": "yes"]
        configuration.httpShouldSetCookies = true
        configuration.timeoutIntervalForRequest = 0.001
      }
      let set = try await text(server.url())
      let setup = server.requests.last?.headers["X-Setup"]
      connector.engine = .libcurl

      let error = await #expect(throws: TransferRefusal.self) { try await text(server.url()) }

      #expect(set == "hello" && setup == "yes")
      #expect(error == .unsupported("sessionSetup", by: "libcurl"))
      #expect(server.requestCount == 1)
    }

    @Test(arguments: beyondURLSession.indices)
    func `URLSession on Linux refuses what it can't do`(index: Int) async throws {
      connector.engine = .urlSession
      #expect(try await text(server.url()) == "hello")
      Self.beyondURLSession[index](connector)

      let error = await #expect(throws: TransferRefusal.self) { try await text(server.url()) }

      guard case .unsupported? = error else { return #expect(error == nil, "must be unsupported") }
      #expect(server.requestCount == 1)
    }

    @Test func `the engine is chosen`() async throws {
      connector.engine = .libcurl
      #expect(try await text(server.url()) == "hello")
      let trailers = RequestBody(Data("a".utf8)).trailers { ["X-A": "b"] }
      var request = try Request(server.url(), httpMethod: .post)
      request.body = trailers

      connector.engine = .urlSession

      await #expect(throws: TransferRefusal.trailers) { try await connector.response(to: request) }
    }

    // MARK: - Connections

    @Test func `connections are shared between equal settings, and not between others`() async throws {
      let others = [DefaultHTTPConnector(), DefaultHTTPConnector(), DefaultHTTPConnector()]
      connector.pool.connectionsPerHost = 3
      others[0].pool.connectionsPerHost = 3
      others[1].pool.connectionsPerHost = 2
      others[2].pool.connectionsPerHost = 3
      others[2].tls.minimumVersion = .tls13

      for connector in [connector, others[0], others[1], others[2], connector] {
        _ = try await connector.response(to: Request(server.url()))
      }

      #expect(server.acceptedConnections == 3)
    }

    @Test func `a connector keeps its connections, whatever others do`() async throws {
      connector.pool.connectionsPerHost = 50
      _ = try await text(server.url())

      for number in 0..<(2 * SharedEngines.limit) {
        let other = DefaultHTTPConnector()
        other.pool.connectionsPerHost = 51 + number
        _ = try await other.response(to: Request(server.url()))
      }
      _ = try await text(server.url())

      #expect(server.acceptedConnections == 1 + 2 * SharedEngines.limit)
    }

    @Test func `no more connections to a host are opened than the pool allows`() async throws {
      connector.pool.connectionsPerHost = 2

      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<30 { group.addTask { try await text(server.url()) } }
        for try await text in group { #expect(text == "hello") }
      }

      #expect(server.acceptedConnections <= 2)
    }

    @Test func `no more connections are open in all than the pool allows`() async throws {
      let others = try (0..<4).map { _ in try LoopbackServer() }
      others.forEach { $0.on(.get, "/", .text("hello")) }
      connector.pool.totalConnections = 2

      for server in others { #expect(try await text(server.url()) == "hello") }
      // Of connections that became idle in the same millisecond, libcurl may close any.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for server in others { group.addTask { try await server.waitForClosedConnections(1) } }
        for _ in 0..<2 { try await group.next() }
        group.cancelAll()
      }

      #expect(others.map(\.openConnections).reduce(0, +) <= 2)
    }

    @Test func `idle connections are closed when asked, and those in use are not`() async throws {
      let clock = TestClock()
      server.on(.get, "/slow", .text("slow").delayed(by: .seconds(1), on: clock))
      connector.pool.connectionsPerHost = 7
      _ = try await text(server.url())
      async let slow = text(server.url("/slow"))
      _ = try await server.waitForRequests(2)

      connector.closeIdleConnections()
      #expect(try await text(server.url()) == "hello")
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))

      #expect(try await slow == "slow")
      try await server.waitForClosedConnections(1)
      #expect(server.acceptedConnections == 2)
    }

    @Test func `connecting has a limit`() async throws {
      let unanswering = try UnreachableServer(.unanswering)
      connector.connectTimeout = .milliseconds(50)

      #expect(await connector.urlError(of: try Request(unanswering.url())) == .timedOut)
      #expect(try await text(server.url()) == "hello")
    }

    @Test func `HTTP 2 without asking is sent as its preface`() async throws {
      let first = ObservedValue("")
      let raw = try ScriptedServer { connection in
        let bytes = connection.bytes(14) ?? []
        first.update { $0 = String(decoding: bytes, as: UTF8.self) }
      }
      connector.pool.httpVersion = .http2PriorKnowledge

      _ = await connector.urlError(of: try Request("http://127.0.0.1:\(raw.port)/"))

      #expect(first.value == "PRI * HTTP/2.0")
    }

    // MARK: - The way to the server

    @Test func `a proxy gets whole addresses, its login, and none of the hosts that are excluded`() async throws {
      let login = ProxyLogin(user: "a%41", password: "p% é")
      connector.proxy = .http("127.0.0.1", port: server.port, excluding: ["127.0.0.1", "*.direct.test"], login: login)
      connector.addresses = ["direct.test": ["127.0.0.1"], "a.direct.test": ["127.0.0.1"]]
      let direct = try LoopbackServer()
      direct.on(.get, "/", .text("direct"))

      _ = try await text("http://far.test/a?b=c")
      _ = try await text("http://direct.test/")

      #expect(try await text(direct.url()) == "direct")
      #expect(try await text("http://a.direct.test:\(direct.port)/") == "direct")
      #expect(server.requests.map(\.target) == ["http://far.test/a?b=c", "http://direct.test/"])
      let basic = "Basic " + Data("a%41:p% é".utf8).base64EncodedString()
      #expect(server.requests.map { $0.headers["Proxy-Authorization"] } == [basic, basic])
      #expect(direct.requests.allSatisfy { !$0.headers.contains("Proxy-Authorization") })
    }

    @Test func `a proxy gets an empty query`() async throws {
      connector.proxy = .http("127.0.0.1", port: server.port)

      for url in ["http://far.test/a?", "http://far.test?", "http://far.test/a"] { _ = try await text(url) }

      #expect(server.requests.map(\.target) == ["http://far.test/a?", "http://far.test/?", "http://far.test/a"])
    }

    @Test func `a proxy that refuses a tunnel is an error`() async throws {
      let refusing = try ScriptedServer { connection in
        _ = connection.head()
        connection.send(Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8))
      }
      connector.proxy = .http("127.0.0.1", port: Int(refusing.port))

      #expect(await connector.urlError(of: try Request("https://far.test/")) == .cannotConnectToHost)
    }

    @Test func `a SOCKS proxy looks the host up, and gets the login`() async throws {
      let seen = ObservedValue<[String]>([])
      let proxy = try ScriptedServer { connection in
        // RFC 1928 §3 and §4, RFC 1929 §2.
        guard let count = connection.bytes(2)?[1], connection.bytes(Int(count)) != nil else { return }
        connection.send([5, 2])
        var words: [String] = []
        guard connection.bytes(1) != nil else { return }
        for _ in 0..<2 {
          guard let size = connection.bytes(1)?[0], let word = connection.bytes(Int(size)) else { return }
          words.append(String(decoding: word, as: UTF8.self))
        }
        connection.send([1, 0])
        guard connection.bytes(4)?[3] == 3, let size = connection.bytes(1)?[0],
          let host = connection.bytes(Int(size)), connection.bytes(2) != nil
        else { return }
        seen.update { [words] in $0 = words + [String(decoding: host, as: UTF8.self)] }
        connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        connection.answer { _ in "through" }
      }
      connector.proxy = .socks5("127.0.0.1", port: Int(proxy.port), login: ProxyLogin(user: "ada", password: "key"))

      #expect(try await text("http://far.test/") == "through")
      #expect(seen.value == ["ada", "key", "far.test"])
      connector.closeIdleConnections()
    }

    @Test func `a Unix socket takes the place of every host`() async throws {
      let folder = try TemporaryFolder()
      let path = folder.file("s").path
      let raw = try ScriptedServer(at: path) { connection in
        connection.answer { head in String(head.split(separator: "\r\n").first ?? "") }
      }
      connector.socketPath = path

      #expect(try await text("http://localhost/info") == "GET /info HTTP/1.1")
      #expect(
        try await connector.response(to: Request("http://h.test/b", httpMethod: .post)).text() == "POST /b HTTP/1.1"
      )
      connector.closeIdleConnections()
      withExtendedLifetime(raw) {}
    }

    @Test func `a Unix socket is used for one request, or refused`() async throws {
      let path = "/tmp/abstracthttp-\(UUID().uuidString.prefix(8))"
      defer { unlink(path) }
      let raw = try ScriptedServer(at: path) { connection in connection.answer { _ in "socket" } }
      var request = try Request(server.url())
      request.options[UnixSocket.self] = UnixSocket(path)

      let over = try await connector.response(to: request).text()
      let beside = try await text(server.url())
      connector.engine = .urlSession
      let error = await #expect(throws: TransferRefusal.self) { try await connector.response(to: request) }

      #expect(over == "socket" && beside == "hello")
      #expect(error == .unsupported("socketPath", by: "URLSession on Linux"))
      withExtendedLifetime(raw) {}
    }

    @Test func `a URL names its socket, and another socket is another host`() async throws {
      let paths = (0..<2).map { _ in "/tmp/abstracthttp-\(UUID().uuidString.prefix(8)).Socket" }
      defer { for path in paths { unlink(path) } }
      let raw = try paths.map { path in
        try ScriptedServer(at: path) { connection in
          connection.answer { head in "\(path) " + String(head.split(separator: "\r\n").first ?? "") }
        }
      }
      let url = { (path: String) in "HTTP+unix://" + path.replacing("/", with: "%2F") + "/info?a=b#c" }

      let responses = try await [
        HTTP(url(paths[0])).httpConnector(connector).fetchResponse().value,
        HTTP(url(paths[1])).httpConnector(connector).fetchResponse().value,
      ]

      #expect(try responses.map { try $0.text() } == paths.map { "\($0) GET /info?a=b HTTP/1.1" })
      #expect(Set(responses.map { $0.url?.host() }).count == 2)
      #expect(responses.allSatisfy { $0.url?.host()?.hasSuffix(".localhost") == true })
      withExtendedLifetime(raw) {}
    }

    @Test func `a client of a socket sends its credentials there`() async throws {
      let path = "/tmp/abstracthttp-\(UUID().uuidString.prefix(8))"
      defer { unlink(path) }
      let raw = try ScriptedServer(at: path) { connection in
        connection.answer { head in head.contains("Authorization: Basic") ? "welcome" : "who?" }
      }
      let client = Client(baseURL: "http+unix://" + path.replacing("/", with: "%2F")) { [connector] in
        $0.httpConnector = { connector }
        $0.use(.basic(user: "ada", password: "secret"))
      }

      let response = try await client.http("info").fetchResponse().value
      #expect(try response.text() == "welcome")
      let link = try #require(response.url).absoluteString
      #expect(try await client.http(link).fetchString().value == "welcome")
      withExtendedLifetime(raw) {}
    }

    @Test(arguments: [
      "http+unix://", "http+unix:///info", "http+unix://host/info", "http+unix://%2Fa%00/", "http+unix://%2/",
    ])
    func `a URL without the path of a socket is invalid`(url: String) async throws {
      let error = await #expect(throws: ConnectionError.self) {
        try await HTTP(url).httpConnector(connector).fetchString().value
      }

      #expect(error?.type == .invalidURL)
      #expect((error?.nativeError as? InvalidURL)?.reason == .host)
    }

    @Test func `no redirect leads to a socket`() async throws {
      server.on(.get, "/", .redirect(to: "http+unix://%2Fvar%2Frun%2Fdocker.sock/info"))

      let error = await connector.urlError(of: try Request(server.url()))

      #expect(error == .unsupportedURL)
    }

    @Test func `addresses take the place of a lookup, and only for their host`() async throws {
      connector.addresses = ["a.test": ["127.0.0.1"], "b.test": ["::1", "127.0.0.1"]]

      #expect(try await text("http://a.test:\(server.port)/") == "hello")
      #expect(try await text("http://b.test:\(server.port)/") == "hello")
      #expect(await connector.urlError(of: try Request("http://c.invalid:\(server.port)/")) == .cannotFindHost)
      #expect(await DefaultHTTPConnector().urlError(of: try Request("http://a.test.invalid/")) == .cannotFindHost)
    }

    @Test func `a request has a proxy of its own`() async throws {
      var request = try Request("http://far.test/")
      request.options[ProxySettings.self] = .http("127.0.0.1", port: server.port)

      #expect(try await connector.response(to: request).text() == "hello")
      #expect(try await text(server.url()) == "hello")
      #expect(server.requests.map(\.target) == ["http://far.test/", "/"])
    }

    @Test func `many settings leave no engine behind`() async throws {
      for number in 0..<30 {
        connector.pool.connectionsPerHost = 100 + number
        #expect(try await text(server.url()) == "hello")
      }

      // One more for the connector's own, should tests beside this one have taken its place.
      try await server.waitForClosedConnections(30 - SharedEngines.limit - 1)
    }
  }
#endif
