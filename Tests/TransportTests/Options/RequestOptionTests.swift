import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Options that travel with a request, and connectors that can't honor them.
@Suite(.timeLimit(.minutes(1)))
struct RequestOptionTests {
  private struct Priority: RequestOption, Equatable { var level = 1 }

  /// A connector that answers with the level of the priority, and says what it can do.
  private final class Bus: AsyncHTTPConnector {
    let capabilities: ConnectorCapabilities

    init(_ capabilities: ConnectorCapabilities) { self.capabilities = capabilities }

    func response(to request: Request) async throws -> Response {
      Response(statusCode: 200, data: Data("\(request.options[Priority.self]?.level ?? 0)".utf8))
    }
  }

  private static func request(_ change: (inout Request) -> Void) -> Request {
    var request = Request(url: .of("https://h.test/"))
    change(&request)
    return request
  }

  /// Requests with a need, and the capability that they need.
  private static let needs: [(request: Request, capability: ConnectorCapability)] = [
    (request { $0.options[Priority.self] = Priority() }, .option(Priority.self)),
    (request { $0.body = RequestBody(Data("a".utf8)).trailers { [:] } }, .requestTrailers),
    (request { $0.body = RequestBody(BodyStream { _ in }) }, .unknownLength),
    (request { $0.options[RequiredCapabilities.self] = RequiredCapabilities(.duplex) }, .duplex),
    (request { $0.options[RequiredCapabilities.self] = RequiredCapabilities(.streaming) }, .streaming),
    (
      (try? Request(
        {
          var request = URLRequest(url: .of("https://h.test/"))
          request.httpShouldHandleCookies = false
          return request
        }()
      )) ?? request { _ in }, .cookieFlag
    ),
  ]

  private enum Tag: RequestContextKey { typealias Value = String }

  @Test func `options that are set leave the other values of the context alone`() throws {
    var request = try Request("http://a.test/")
    request.context[Tag.self] = "mine"
    request.options[ConnectTimeout.self] = ConnectTimeout(.seconds(1))
    var other = try Request("http://b.test/")
    other.context[Tag.self] = "other"
    other.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 7)

    request.options = other.options

    #expect(request.context[Tag.self] == "mine")
    #expect(request.options[ConnectTimeout.self] == nil)
    #expect(request.options[ResponseSizeLimit.self]?.bytes == 7)
  }

  @Test(arguments: [
    ("2001:db8::1", "[2001:DB8:0:0:0:0:0:1]", true), ("[::1]", "0:0:0:0:0:0:0:1", true), ("a.test", "A.test.", true),
    ("2001:db8::1", "2001:db8::2", false), ("*.a.test", "a.test", false),
  ])
  func `a pattern matches every spelling of its host`(pattern: String, host: String, matches: Bool) {
    #expect(HostPattern.matches(pattern, host) == matches)
  }

  @Test func `two spellings of a text that look alike are two passwords`() {
    let (one, other) = ("caf\u{e9}", "cafe\u{301}")

    #expect(one == other)
    #expect(ExactText(one) != ExactText(other))
    #expect(ProxyLogin(user: "a", password: one) != ProxyLogin(user: "a", password: other))
  }

  @Test(arguments: needs.indices)
  func `a connector that can't do what a request needs isn't used`(index: Int) async throws {
    let (request, capability) = Self.needs[index]
    let connector = BasicConnector()

    let error = await #expect(throws: ConnectionError.self) { try await Stage.sending(over: connector)(request) }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? TransferRefusal == .unsupported(capability.name, by: "BasicConnector"))
    #expect(connector.count == 0)
    #expect(try await Stage.sending(over: Bus([capability]))(request).statusCode == 200)
    #expect(try await Stage.sending(over: StubConnector())(request).statusCode == 200)
  }

  @Test func `the default connector refuses an option that it doesn't know`() async throws {
    let request = Self.request { $0.options[Priority.self] = Priority() }

    let error = await #expect(throws: ConnectionError.self) {
      try await Stage.sending(over: DefaultHTTPConnector())(request)
    }

    #expect(error?.nativeError as? TransferRefusal == .unsupported("Priority", by: "DefaultHTTPConnector"))
  }

  @Test func `libcurl talks and listens at once, and URLSession refuses a call that needs that`() async throws {
    let request = Self.request { $0.options[RequiredCapabilities.self] = RequiredCapabilities(.streaming, .duplex) }
    let connector = DefaultHTTPConnector()
    connector.engine = .urlSession

    let error = await #expect(throws: ConnectionError.self) { try await Stage.sending(over: connector)(request) }

    #expect(error?.nativeError as? TransferRefusal == .unsupported("duplex", by: "DefaultHTTPConnector"))
    #if os(Linux)
      #expect(DefaultHTTPConnector().capabilities.contains(.duplex))
    #endif
  }

  @Test func `a file and a body of known length need nothing`() async throws {
    let folder = try TemporaryFolder()
    try Data("a".utf8).write(to: folder.file("a"))
    let bodies = [
      RequestBody(file: folder.file("a")), RequestBody(BodyStream(knownLength: 1) { _ in }), RequestBody(Data()),
    ]

    for body in bodies {
      let request = Self.request { $0.body = body }
      #expect(try await Stage.sending(over: Bus([]))(request).statusCode == 200)
    }
  }

  @Test func `a spec, a chain and a middleware set options, and those of the request come first`() async throws {
    struct Fast: RequestSpec {
      let url = "https://h.test/"
      let requestOptions = RequestOptions(Priority(level: 2), RedirectPolicy.never)
    }
    let stage = Stage.sending(over: Bus([.option(Priority.self), .option(RedirectPolicy.self)]))
      .wrapped(in: [.options(RequestOptions(Priority(level: 3)))])

    let chain = try await HTTP("https://h.test/").option(Priority(level: 4)).option(Priority(level: 5))
      .httpConnector(Bus([.option(Priority.self)])).fetchString().value

    #expect(try await stage(try Fast().request()).text() == "2")
    #expect(try await stage(Self.request { _ in }).text() == "3")
    #expect(chain == "5")
  }

  @Test func `an option that is taken back makes no difference`() async throws {
    let request = Self.request {
      $0.options[Priority.self] = Priority()
      $0.options[Priority.self] = nil
    }

    #expect(request.options.isEmpty)
    #expect(try await Stage.sending(over: Bus([]))(request).text() == "0")
  }

  @Test func `a request that a middleware creates inherits the options, also beside values of its own`() async throws {
    enum Tag: RequestContextKey { typealias Value = String }
    let creating = Middleware("create", at: .attempt) { _, next in
      var request = Request(url: .of("https://h.test/other"))
      request.context[Tag.self] = "a"
      return try await next(request)
    }
    let stage = Stage.sending(over: Bus([.option(Priority.self)])).wrapped(in: [creating])

    let response = try await stage(Self.request { $0.options[Priority.self] = Priority(level: 7) })

    #expect(try response.text() == "7")
  }

  @Test func `requests with options do not share an exchange`() async throws {
    let connector = ManualConnector()
    let stage = Stage.sending(over: connector).wrapped(in: [.coalesce()])
    let request = Self.request { $0.options[TLSSettings.self] = TLSSettings(minimumVersion: .tls13) }

    async let first = stage(Self.request { _ in })
    async let second = stage(request)
    try await connector.begun(2)
    connector.answer(0)
    connector.answer(1)

    #expect(try await [first, second].count == 2)
    #expect(connector.requests.count == 2)
  }

  @Test func `a stored response is validated in the background with the options of the request`() async throws {
    let connector = ManualConnector()
    let stage = Stage.sending(over: connector).wrapped(in: [.cache(MemoryCache())])
    let request = Self.request { $0.options[Priority.self] = Priority(level: 7) }
    let stored = Response(
      statusCode: 200,
      headers: ["Cache-Control": "max-age=0, stale-while-revalidate=600"],
      data: Data("a".utf8)
    )

    async let first = stage(request)
    try await connector.begun(1)
    connector.answer(0, stored)
    _ = try await first
    _ = try await stage(request)
    try await connector.begun(2)
    connector.answer(1, stored)

    #expect(connector.requests.map { $0.options[Priority.self]?.level } == [7, 7])
  }

  @Test(arguments: TestedEngine.allCases)
  func `a call has a limit of its own`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .data(Data(count: 2_000)))
    var request = try Request(server.url())
    let connector = try engine.connector()
    request.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 1_000)

    #expect(await connector.urlError(of: request) == .dataLengthExceedsMaximum)
    #expect(try await connector.response(to: Request(server.url())).data.count == 2_000)
  }

  @Test func `descriptions have no secrets`() {
    let identity = ClientIdentity.pkcs12(Data("secret".utf8), password: "secret")
    let proxy = ProxySettings.http("proxy.test", port: 1, login: ProxyLogin(user: "secret", password: "secret"))
    var settings = TLSSettings(identity: identity)
    settings.minimumVersion = .tls13

    for value in [identity, proxy, settings, proxy.login as Any] as [Any] {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      #expect(!text.contains("secret"), "\(text)")
    }
  }
}
