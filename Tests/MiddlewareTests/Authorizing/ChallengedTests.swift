import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ChallengedTests {
  private let asked = Record<String>()
  private let sent = Record<String>()

  /// A server that lets one value of `Authorization` in, and challenges by a field.
  private func connector(_ field: String, accepting value: String?) -> StubConnector {
    let sent = sent
    return StubConnector { request in
      let authorization = request.headers["Authorization"]
      sent.add(authorization ?? "none")
      let isAccepted = value != nil && authorization == value
      return Response(statusCode: isAccepted ? 200 : 401, headers: isAccepted ? [:] : ["WWW-Authenticate": field])
    }
  }

  private func asking(_ login: @escaping @Sendable (AuthenticationChallenge) async throws -> Login?) -> Middleware {
    let asked = asked
    return .challenged(for: ["http://h.test"]) { challenge in
      asked.add("\(challenge.scheme) \(challenge.previousFailures)")
      return try await login(challenge)
    }
  }

  private func request(_ url: String = "http://h.test/") throws -> Request { Request(url: try URL(http: url)) }

  @Test func `asks for a login once, and uses it for later requests`() async throws {
    let connector = connector(#"Basic realm="x""#, accepting: "Basic YWRhOnNlY3JldA==")
    let stage = Stage.sending(over: connector).wrapped(in: asking { _ in .user("ada", password: "secret") })

    let statuses = [try await stage(request()).statusCode, try await stage(request()).statusCode]

    #expect(statuses == [200, 200])
    #expect(asked.all == ["Basic 0"])
    #expect(sent.all == ["none", "Basic YWRhOnNlY3JldA==", "Basic YWRhOnNlY3JldA=="])
    #expect("\(stage)" == "challenged { send }")
  }

  @Test func `asks again if the login is refused, and sends three times at most`() async throws {
    let stage = Stage.sending(over: connector("Bearer", accepting: nil))
      .wrapped(in: asking { .bearer("\($0.previousFailures)") })

    let response = try await stage(request())

    #expect(response.statusCode == 401)
    #expect(asked.all == ["Bearer 0", "Bearer 1"])
    #expect(sent.all == ["none", "Bearer 0", "Bearer 1"])
  }

  @Test func `asks for Digest first and for Basic last, until there is a login that fits`() async throws {
    let field = #"Basic realm="b", Custom, Digest realm="d", nonce="n", Bearer"#
    let stage = Stage.sending(over: connector(field, accepting: "Custom yes"))
      .wrapped(
        in: asking { challenge in
          switch challenge.scheme {
          case "Digest": nil
          case "Custom": .user("no", password: "answer")
          case "Bearer": .authorization("Custom yes")
          default: .user("ada", password: "secret")
          }
        }
      )

    let response = try await stage(request())

    #expect(response.statusCode == 200)
    #expect(asked.all == ["Digest 0", "Custom 0", "Bearer 0"])
  }

  @Test func `logs in by Digest, and replaces a stale nonce without asking`() async throws {
    let server = DigestServer(DigestServer.Rules(uses: 1))
    let stage = Stage.sending(over: server.connector).wrapped(in: asking { _ in .user("ada", password: "secret") })

    let statuses = [try await stage(request()).statusCode, try await stage(request()).statusCode]

    #expect(statuses == [200, 200])
    #expect(asked.all == ["Digest 0"])
    #expect(server.log == ["/ none", "/ n1 1", "/ n1 2", "/ n2 1"])
  }

  @Test func `returns the refusal if there is no login, and asks the next time`() async throws {
    let stage = Stage.sending(over: connector("Bearer", accepting: "Bearer x")).wrapped(in: asking { _ in nil })

    let statuses = [try await stage(request()).statusCode, try await stage(request()).statusCode]

    #expect(statuses == [401, 401])
    #expect(asked.all == ["Bearer 0", "Bearer 0"])
    #expect(sent.all == ["none", "none"])
  }

  @Test func `an error of the closure fails the call, with the rejecting response`() async throws {
    let stage = Stage.sending(over: connector("Bearer", accepting: nil))
      .wrapped(in: asking { _ in throw URLError(.userAuthenticationRequired) })

    let error = await #expect(throws: ConnectionError.self) { try await stage(request()) }

    #expect(error?.type == .network)
    #expect((error?.nativeError as? URLError)?.code == .userAuthenticationRequired)
    #expect(error?.response?.statusCode == 401)
  }

  @Test func `asks once for all calls that wait, and a call that is cancelled waits no longer`() async throws {
    let (gate, began) = (Gate(), Gate())
    let stage = Stage.sending(over: connector("Bearer", accepting: "Bearer x"))
      .wrapped(
        in: asking { _ in
          began.open()
          try await gate.wait()
          return .bearer("x")
        }
      )
    let request = try request()
    let calls = (0..<10).map { _ in Pipeline(stage).start(request) }
    try await began.wait()

    calls[0].cancel()
    #expect(calls[0].settled?.errorInfo?.error?.type == .cancelled)
    gate.open()
    for call in calls.dropFirst() { #expect(try await call.value.statusCode == 200) }

    #expect(asked.all == ["Bearer 0"])
  }

  @Test func `the closure's own requests pass without a login`() async throws {
    let connector = connector("Bearer", accepting: "Bearer x")
    let inner = Locked<Stage<Request, Response>?>(nil)
    let stage = Stage.sending(over: connector)
      .wrapped(
        in: asking { _ in
          let stage = inner.withLock { $0 }
          let response = try await stage?(Request(url: URL(http: "http://h.test/login")))
          return response?.statusCode == 401 ? .bearer("x") : nil
        }
      )
    inner.withLock { $0 = stage }

    let response = try await stage(request())

    #expect(response.statusCode == 200)
    #expect(sent.all == ["none", "none", "Bearer x"])
  }

  @Test func `requests logins only for the named servers, and stores a login for its server only`() async throws {
    let connector = connector("Bearer", accepting: "Bearer x")
    let named = Stage.sending(over: connector).wrapped(in: asking { _ in .bearer("x") })
    let both = Stage.sending(over: connector).wrapped(in: .challenged(for: .anyOrigin) { _ in .bearer("x") })

    let other = try await named(request("http://other.test/"))
    _ = try await both(request("http://a.test/"))
    _ = try await both(request("http://b.test/"))

    #expect(other.statusCode == 401)
    #expect(sent.all == ["none", "none", "Bearer x", "none", "Bearer x"])
  }

  @Test func `a body that can be sent only once does not go again`() async throws {
    var once = try request()
    once.body = RequestBody(file: URL(filePath: "/pipe"), isReplayable: false)
    let stage = Stage.sending(over: connector("Bearer", accepting: "Bearer x")).wrapped(
      in: asking { _ in .bearer("x") }
    )

    let refused = try await stage(once)

    #expect(refused.statusCode == 401)
    #expect(refused.request?.context[RetryRefusalKey.self] == .body)
    #expect(sent.all == ["none"])
  }

  @Test func `a login is never printed`() {
    let login = Login.user("ada", password: "secret")
    var dumped = ""

    dump(login, to: &dumped)

    #expect("\(login)" == "Login(***)")
    #expect(!dumped.contains("secret"))
    #expect(!"\(String(reflecting: login))".contains("secret"))
  }
}
