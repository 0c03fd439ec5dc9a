import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct DigestTests {
  private let digest = Middleware.digest(user: "ada", password: "secret", for: ["http://h.test"])

  private func run(
    _ server: DigestServer,
    _ url: String = "http://h.test/a?b=c",
    _ middleware: Middleware? = nil,
    body: RequestBody? = nil
  ) throws -> Response {
    var request = Request(url: try URL(http: url), httpMethod: body == nil ? .get : .post)
    request.body = body
    let stage = Stage.sending(over: server.connector).wrapped(in: middleware ?? digest)
    return try Pipeline(stage).runSynchronously(request)
  }

  @Test(arguments: ["SHA-512-256", "SHA-256", "MD5", "SHA-512-256-sess", "SHA-256-sess", "MD5-sess"])
  func `answers a challenge, and later requests at once, counting them`(algorithm: String) throws {
    let server = DigestServer(DigestServer.Rules(algorithm: algorithm))

    let statuses = try ["/a", "/b", "/c"].map { try run(server, "http://h.test" + $0).statusCode }

    #expect(statuses == [200, 200, 200])
    #expect(server.log == ["/a none", "/a n1 1", "/b n1 2", "/c n1 3"])
    #expect("\(Stage.sending(over: server.connector).wrapped(in: digest))" == "digest { send }")
  }

  @Test(arguments: [
    ("http://h.test", "/"), ("http://h.test?q=1", "/?q=1"), ("http://h.test/%C3%A4?x=%22#f", "/%C3%A4?x=%22"),
  ])
  func `answers for the target as it is sent`(url: String, target: String) throws {
    let record = Record<String>()
    let server = DigestServer()
    let connector = StubConnector { request in
      let authorization = request.headers["Authorization"]
      if let authorization { record.add(authorization) }
      let (status, headers) = server.answer(request.httpMethod, target, authorization)
      return Response(statusCode: status, headers: headers)
    }

    let request = Request(url: try URL(http: url))
    let response = try Pipeline(Stage.sending(over: connector).wrapped(in: digest)).runSynchronously(request)

    #expect(response.statusCode == 200)
    #expect(record.all.count == 1)
  }

  @Test func `protects each body in memory, if the server wants that`() throws {
    let server = DigestServer(DigestServer.Rules(protection: "auth-int"))

    let statuses = try [nil, "one", "two"].map { text in
      try run(server, "http://h.test/", body: text.map { RequestBody(Data($0.utf8)) }).statusCode
    }

    #expect(statuses == [200, 200, 200])
    #expect(server.log == ["/ none", "/ n1 1", "/ n1 2", "/ n1 3"])
  }

  @Test func `returns the 401 of a body that would have to be hashed first, and keeps the login`() throws {
    let server = DigestServer(DigestServer.Rules(protection: "auth-int"))
    let stream = RequestBody(BodyStream(length: 3) { InputStream(data: Data("one".utf8)) })

    let refused = try run(server, "http://h.test/", body: stream)
    let accepted = try run(server, "http://h.test/")
    let refusedAgain = try run(server, "http://h.test/", body: stream)
    let acceptedAgain = try run(server, "http://h.test/")

    #expect([refused, accepted, refusedAgain, acceptedAgain].map(\.statusCode) == [401, 200, 401, 200])
    #expect(server.log == ["/ none", "/ none", "/ n2 1", "/ none", "/ n2 3"])
  }

  @Test(arguments: [true, false])
  func `replaces a nonce that is used up`(saysStale: Bool) throws {
    let server = DigestServer(DigestServer.Rules(uses: 2, saysStale: saysStale))

    let statuses = try (0..<3).map { _ in try run(server, "http://h.test/").statusCode }

    #expect(statuses == [200, 200, 200])
    #expect(server.log == ["/ none", "/ n1 1", "/ n1 2", "/ n1 3", "/ n2 1"])
  }

  @Test func `uses the nonce that the server names next`() throws {
    let server = DigestServer(DigestServer.Rules(uses: 1, namesNext: true))

    let statuses = try (0..<3).map { _ in try run(server, "http://h.test/").statusCode }

    #expect(statuses == [200, 200, 200])
    #expect(server.log == ["/ none", "/ n1 1", "/ n2 1", "/ n3 1"])
  }

  @Test func `returns the refusal of a wrong password after one answer, and begins without one again`() throws {
    let server = DigestServer(DigestServer.Rules(password: "another"))

    let statuses = try (0..<2).map { _ in try run(server, "http://h.test/").statusCode }

    #expect(statuses == [401, 401])
    #expect(server.log == ["/ none", "/ n1 1", "/ none", "/ n3 1"])
  }

  @Test func `sends a request three times at most, whatever the server says`() throws {
    let server = DigestServer(DigestServer.Rules(uses: 0))

    let response = try run(server, "http://h.test/")

    #expect(response.statusCode == 401)
    #expect(server.log == ["/ none", "/ n1 1", "/ n2 1"])
  }

  @Test func `answers only the named servers`() throws {
    let server = DigestServer()

    let statuses = try ["http://other.test/", "http://h.test:81/"].map { try run(server, $0).statusCode }

    #expect(statuses == [401, 401])
    #expect(server.log == ["/ none", "/ none"])
  }

  @Test func `leaves a request alone that has an authorization or takes none`() throws {
    let server = DigestServer()
    var own = Request(url: try URL(http: "http://h.test/"))
    own.headers["Authorization"] = "Bearer x"
    var login = Request(url: try URL(http: "http://h.test/"))
    login.context[OmitsCredentialsKey.self] = true
    let stage = Stage.sending(over: server.connector).wrapped(in: digest)

    let statuses = try [own, login].map { try Pipeline(stage).runSynchronously($0).statusCode }

    #expect(statuses == [401, 401])
    #expect(server.log.count == 2)
  }

  @Test(arguments: ["NTLM, Negotiate abc==, ", #"Basic realm="b", "#])
  func `finds its challenge among others`(other: String) throws {
    let server = DigestServer(DigestServer.Rules(other: other))

    #expect(try run(server).statusCode == 200)
  }

  @Test(arguments: [
    nil, "", "NTLM", #"Basic realm="x""#, #"Digest realm="x", nonce="n", algorithm=SHA-1"#, "Digest \u{0}",
  ])
  func `returns a refusal that it has no answer for`(field: String?) throws {
    let count = Counter()
    let connector = StubConnector { _ in
      _ = count.next()
      return Response(statusCode: 401, headers: field.map { ["WWW-Authenticate": $0] } ?? [:])
    }

    let request = Request(url: try URL(http: "http://h.test/"))
    let response = try Pipeline(Stage.sending(over: connector).wrapped(in: digest)).runSynchronously(request)

    #expect(response.statusCode == 401)
    #expect(count.next() == 2)
  }

  @Test func `a body that can be sent only once does not go again, and the next request answers at once`() throws {
    let server = DigestServer()
    let once = RequestBody(file: URL(filePath: "/pipe"), isReplayable: false)

    let refused = try run(server, "http://h.test/", body: once)
    let accepted = try run(server, "http://h.test/", body: once)

    #expect(refused.statusCode == 401)
    #expect(refused.request?.context[RetryRefusalKey.self] == .body)
    #expect(accepted.statusCode == 200)
    #expect(server.log == ["/ none", "/ n1 1"])
  }

  @Test func `shows the password and the answer nowhere`() throws {
    let server = DigestServer()
    let record = Record<String>()
    let request = Request(url: try URL(http: "http://h.test/"))
    let log = Middleware.log(.headers) { record.add($0) }
    let stage = Stage.sending(over: server.connector).wrapped(in: digest, log, .trace { record.add("\($0)") })

    let response = try Pipeline(stage).runSynchronously(request)
    var dumped = ""
    dump(response, to: &dumped)
    dump(digest, to: &dumped)

    let text = record.all.joined() + dumped + (response.request?.curl() ?? "")
    #expect(response.statusCode == 200)
    #expect(record.all.joined().contains("Authorization: ***"))
    #expect(!text.contains("secret"))
    #expect(!text.contains("response=\""))
  }

  @Test func `from many threads no count of a nonce is used twice`() async throws {
    let server = DigestServer()
    let pipeline = Pipeline(Stage.sending(over: server.connector).wrapped(in: digest))
    let request = Request(url: try URL(http: "http://h.test/"))
    _ = try await pipeline.result(request).get()

    let statuses = await withTaskGroup { group in
      for _ in 0..<200 { group.addTask { (try? await pipeline.result(request).get().statusCode) ?? 0 } }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(statuses == Array(repeating: 200, count: 200))
    #expect(Set(server.log).count == 202)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct DigestOverServerTests {
  private func http(_ url: String, _ middleware: Middleware) -> HTTP {
    HTTP(url).callbackInMainThread(false).validate { _ in true }.httpConnector(DefaultHTTPConnector.patient)
      .use(middleware)
  }

  @Test(arguments: ["SHA-256", "MD5-sess"])
  func `logs in to a real server, with a body and without`(algorithm: String) async throws {
    let server = try LoopbackServer()
    let digests = DigestServer(DigestServer.Rules(algorithm: algorithm, uses: 2))
    server.on(nil, "/secret") { digests.reply(to: $0) }
    let digest = Middleware.digest(user: "ada", password: "secret")
    let get = http(server.url("/secret?q=%22"), digest)
    let post = http(server.url("/secret"), digest).httpMethod(.post).body(Data("hello".utf8))

    let statuses = [
      try await get.fetchResponse().value.statusCode, try await post.fetchResponse().value.statusCode,
      try await post.fetchResponse().value.statusCode,
    ]

    #expect(statuses == [200, 200, 200])
    #expect(
      digests.log == [
        "/secret?q=%22 none", "/secret?q=%22 n1 1", "/secret n1 2", "/secret n1 3", "/secret n2 1",
      ]
    )
    #expect(server.requests.filter { $0.method == .post }.map(\.text) == ["hello", "hello", "hello"])
  }

  @Test func `calculates the answer again for a redirect's target`() async throws {
    let server = try LoopbackServer()
    let digests = DigestServer()
    server.on(.get, "/old") { request in
      let reply = digests.answer(request.method, request.target, request.headers["Authorization"])
      return reply.0 == 200 ? .redirect(to: "/new") : .status(reply.0, headers: reply.1)
    }
    server.on(.get, "/new") { digests.reply(to: $0) }
    let digest = Middleware.digest(user: "ada", password: "secret")

    let first = try await http(server.url("/old"), digest).fetchResponse().value
    let second = try await http(server.url("/old"), digest).fetchResponse().value

    #expect(first.statusCode == 200)
    #expect(second.statusCode == 200)
    #expect(
      digests.log == [
        "/old none", "/old n1 1", "/new none", "/new n2 1", "/old n2 2", "/new none", "/new n3 1",
      ]
    )
  }

  @Test func `another origin that a redirect leads to gets no answer`() async throws {
    let (server, other) = (try LoopbackServer(), try LoopbackServer())
    let digests = DigestServer()
    server.on(.get, "/old", .redirect(to: other.url("/new")))
    other.on(.get, "/new") { digests.reply(to: $0) }

    let response = try await http(server.url("/old"), .digest(user: "ada", password: "secret", for: .anyOrigin))
      .fetchResponse().value

    #expect(response.statusCode == 401)
    #expect(digests.log == ["/new none"])
  }
}
