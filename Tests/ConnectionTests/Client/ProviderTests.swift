import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ProviderTests {
  private struct Refused: Error {}

  private enum API: TargetType {
    case ping
    case user(id: String)
    case strict

    var baseURL: URL { .of("https://h.test/v1") }
    var path: String {
      switch self {
      case .ping, .strict: "/ping"
      case .user(let id): "/users/\(segment: id)"
      }
    }
    var headers: [String: String] { ["X-T": "target"] }
    var validationType: ValidationType {
      if case .strict = self { .contentType(["text/plain"]) } else { .successCodes }
    }
  }

  private let connector = StubConnector(Response(data: Data("pong".utf8)))

  private func provider(
    endpoint: Provider<API>.EndpointClosure? = nil,
    request: Provider<API>.RequestClosure? = nil,
    middleware: [Middleware] = []
  ) -> Provider<API> {
    Provider(
      endpoint: endpoint,
      request: request,
      middleware: middleware,
      httpConnector: connector,
      callbackInMainThread: false
    )
  }

  @Test func `a request sends the target's values, and answers synchronously if nothing waits`() throws {
    let promise = provider().request(.user(id: "a/b"))

    #expect(promise.settled?.value?.data == Data("pong".utf8))
    #expect(connector.requests == [try API.user(id: "a/b").request()])
    #expect(connector.requests.map(\.url.absoluteString) == ["https://h.test/v1/users/a%2Fb"])
  }

  @Test func `a connection is made, and not started`() {
    let connection = provider().connection(for: .ping, as: String.self)

    #expect(connector.requestCount == 0)
    #expect(connection.requestSpec is API)
    #expect(connection.start().settled?.value == "pong")
    #expect(connection.start().settled?.value == "pong")
    #expect(connector.requestCount == 2)
  }

  @Test func `every request is a connection with the provider's settings`() {
    let (recorder, holder, held) = (Recorder(), ConnectionHolder(), Record<Int>())
    var provider = provider(middleware: [.headers(["X-P": "provider"])])
    provider.listeners = [recorder]
    provider.responseListeners = [recorder]
    provider.errorListeners = [recorder]
    provider.holder = holder
    recorder.once("onStart") { _ in held.add(holder.count) }

    provider.request(.ping)

    #expect(recorder.events == ["onStart", "onReceived", "onReceivedModel", "afterSuccess", "onEnd"])
    #expect(held.all == [1])
    #expect(holder.count == 0)
    #expect(connector.requests.map(\.headers) == [["X-P": "provider", "X-T": "target"]])
    #expect("\(provider.connection(for: .ping))".contains("headers { send }"))
  }

  @Test func `a provider is a value: its copy is set by itself`() {
    let provider = provider()
    var copy = provider
    copy.middleware = [.headers(["X-P": "copy"])]

    copy.request(.ping)
    provider.request(.ping)

    #expect(connector.requests.map { $0.headers["X-P"] } == ["copy", nil])
  }

  @Test func `a response is validated by the target, and the rejection has the reason`() {
    let status = Provider<API>(stub: .immediate.answering(.networkResponse(404, Data())), callbackInMainThread: false)
    let html = Response(headers: ["Content-Type": "text/html"], data: Data("<html>".utf8))
    let type = Provider<API>(stub: .immediate.answering(.response(html)), callbackInMainThread: false)

    let refused = status.request(.ping).settled?.errorInfo?.error
    let mistyped = type.request(.strict).settled?.errorInfo?.error

    #expect(refused?.type == .invalidResponse)
    #expect((refused?.nativeError as? Rejection)?.reason == "status 404")
    #expect(mistyped?.type == .invalidResponse)
    #expect((mistyped?.nativeError as? Rejection)?.reason == "content type text/html, not text/plain")
    #expect(mistyped?.response == (try? html.answering(API.strict)))
    #expect(type.request(.ping).settled?.value != nil)
  }

  @Test func `a body that is not the model is a parse error with the response`() {
    let error = provider().request(.ping, as: [Int].self).settled?.errorInfo?.error

    #expect(error?.type == .parse)
    #expect(error?.nativeError is DecodingError)
    #expect(error?.response?.data == Data("pong".utf8))
    #expect(error?.request?.url.absoluteString == "https://h.test/v1/ping")
  }

  @Test func `models are decoded by the provider's decoder, or the request's`() {
    struct Person: Decodable { let firstName: String }
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    var provider = Provider<API>(
      stub: .immediate.answering(.networkResponse(200, Data(#"{"first_name": "Ada"}"#.utf8))),
      callbackInMainThread: false
    )

    #expect(provider.request(.ping, as: Person.self).settled?.errorInfo?.error?.type == .parse)
    #expect(provider.request(.ping, as: Person.self, decoder: snake).settled?.value?.firstName == "Ada")

    provider.decoder = snake
    let promise: ConnectionPromise<Person> = provider.request(.ping)
    #expect(promise.settled?.value?.firstName == "Ada")
  }

  @Test func `an error of a parsing closure is a parse error`() {
    let error = provider().request(.ping) { _ -> Int in throw Refused() }.settled?.errorInfo?.error

    #expect(error?.type == .parse)
    #expect(error?.nativeError is Refused)
  }

  @Test func `the endpoint closure changes each request`() {
    let counter = Counter()
    let provider = provider(endpoint: { target in
      Endpoint(target).adding(newHTTPHeaderFields: ["X-N": "\(counter.next())"])
    })
    let connection = provider.connection(for: .ping)

    connection.start()
    connection.start()

    #expect(connector.requests.map { $0.headers["X-N"] } == ["1", "2"])
    #expect(connector.requests.map { $0.headers["X-T"] } == ["target", "target"])
    #expect(connection.requestSpec is API)
    #expect(provider.endpoint(for: .ping).headers["X-N"] == "3")
  }

  @Test func `an endpoint that is no request fails as one`() {
    let error = provider(endpoint: { target in
      var endpoint = Endpoint(target)
      endpoint.url = "nowhere"
      return endpoint
    })
    .request(.ping).settled?.errorInfo?.error

    #expect(error?.type == .invalidURL)
    #expect(connector.requestCount == 0)
  }

  @Test func `the request closure makes the request of the endpoint, and may wait`() async throws {
    let provider = provider(
      endpoint: { Endpoint($0).adding(newHTTPHeaderFields: ["X-E": "endpoint"]) },
      request: { endpoint in
        await Task.yield()
        var request = try endpoint.request()
        request.headers["Authorization"] = "Bearer 1"
        return request
      },
      middleware: [.headers(["X-M": "middleware"])]
    )

    let text: String = try await provider.request(.ping).value

    #expect(text == "pong")
    #expect(
      connector.requests.map(\.headers) == [
        ["X-M": "middleware", "X-T": "target", "X-E": "endpoint", "Authorization": "Bearer 1"]
      ]
    )
  }

  @Test func `an error of the request closure is an invalid request`() async {
    let thrown = await provider(request: { _ in throw Refused() }).request(.ping).outcome.errorInfo?.error
    let unsendable = await provider(request: { endpoint in
      var request = try endpoint.request()
      request.headers["X"] = "a\nb"
      return request
    })
    .request(.ping).outcome.errorInfo?.error

    #expect(thrown?.type == .invalidRequest)
    #expect(thrown?.nativeError is Refused)
    #expect(unsendable?.type == .invalidRequest)
    #expect(unsendable?.nativeError as? InvalidRequest == .headerValue(name: "X"))
    #expect(connector.requestCount == 0)
  }

  @Test func `cancelling the promise cancels its transfer, and no other's`() async {
    let connector = StubConnector.neverAnswering
    let provider = Provider<API>(httpConnector: connector, callbackInMainThread: false)
    let (one, other) = (provider.request(.ping), provider.request(.ping))

    one.cancel()

    #expect(await one.outcome.errorInfo?.error?.type == .cancelled)
    #expect(connector.cancelCount == 1)
    #expect(other.settled == nil)
    other.cancel()
  }

  @Test func `all that a provider has under way can be cancelled`() async {
    var provider = Provider<API>(httpConnector: StubConnector.neverAnswering, callbackInMainThread: false)
    provider.holder = ConnectionHolder()
    let promises = (1...3).map { _ in provider.request(.ping) }

    provider.holder.cancelAll()

    for promise in promises { #expect(await promise.outcome.errorInfo?.error?.type == .cancelled) }
    #expect(provider.holder.count == 0)
  }

  @Test func `requests that are the same are sent once while one is in flight, where the provider shares them`() async {
    let connector = BasicConnector()
    let provider = Provider<API>(sharesInFlight: true, httpConnector: connector, callbackInMainThread: false)
    let copy = provider

    let (one, two) = (provider.request(.ping), copy.request(.ping, as: String.self))
    let (three, other) = (provider.request(.ping), provider.request(.user(id: "1")))
    #expect(connector.count == 2)
    three.cancel()
    connector.answer(Response(data: Data("pong".utf8)))
    connector.answer(Response(data: Data("Ada".utf8)))

    #expect(await one.outcome.value?.data == Data("pong".utf8))
    #expect(await two.outcome.value == "pong")
    #expect(await three.outcome.errorInfo?.error?.type == .cancelled)
    #expect(await other.outcome.value?.data == Data("Ada".utf8))
    #expect(connector.log.all == ["execute", "execute"])
  }

  @Test func `the last waiter of a shared request cancels it`() async {
    let connector = BasicConnector()
    let provider = Provider<API>(sharesInFlight: true, httpConnector: connector, callbackInMainThread: false)
    let promises = (1...3).map { _ in provider.request(.ping) }

    for promise in promises { promise.cancel() }
    await connector.cancelled()

    #expect(connector.log.all == ["execute", "cancel"])
  }

  @Test func `nothing is shared unless it is requested`() {
    let connector = BasicConnector()
    let provider = Provider<API>(httpConnector: connector, callbackInMainThread: false)

    let promises = [provider.request(.ping), provider.request(.ping)]

    #expect(connector.count == 2)
    for promise in promises { promise.cancel() }
  }

  @Test func `observers see the attempts of a recreated request`() async throws {
    let attempts = Record<String>()
    let observing = Middleware.observe { event in
      if case .attemptStarted(let number, _, let request) = event.kind { attempts.add("\(number) \(request)") }
    }
    struct Anew: PluginType {
      func prepare(_ request: Request, target: any TargetType) throws -> Request {
        Request(url: request.url, httpMethod: .post)
      }
    }
    let provider = Provider<API>(
      request: { try $0.request() },
      plugins: [Anew()],
      middleware: [observing],
      httpConnector: connector,
      callbackInMainThread: false
    )

    _ = try await provider.request(.ping).value

    #expect(attempts.all == ["1 POST https://h.test/v1/ping"])
  }

  @Test func `a download goes to its destination, from a stub, too`() throws {
    struct Download: TargetType {
      let baseURL = URL.of("https://h.test")
      let file: URL
      var task: RequestTask { .downloadDestination(.file(file)) }
      let sampleData = Data(#"{"name": "Ada"}"#.utf8)
      let validationType = ValidationType.contentType(["*/*"])
    }
    let folder = try TemporaryFolder()
    let provider = Provider<Download>(stub: .immediate, callbackInMainThread: false)

    let file: ConnectionPromise<URL> = provider.request(Download(file: folder.file("a")))
    let model: ConnectionPromise<[String: String]> = provider.request(Download(file: folder.file("b")))
    let other = Provider<Download>(
      endpoint: { Endpoint($0).replacing(task: .downloadDestination(.file(folder.file("c")))) },
      stub: { _ in .immediate },
      callbackInMainThread: false
    )
    let moved = other.request(Download(file: folder.file("d")))

    #expect(file.settled?.value == folder.file("a"))
    #expect(model.settled?.value == ["name": "Ada"])
    #expect(moved.settled?.value?.file == folder.file("c"))
    #expect(folder.names == ["a", "b", "c"])
  }

  @Test func `a request that is retried is sent again`() {
    let flaky = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response(data: Data("pong".utf8)))])
    let provider = Provider<API>(httpConnector: flaky, callbackInMainThread: false)

    let text = provider.request(.ping).success { (text: String) in text }.retry(1)

    #expect(text.settled?.value == "pong")
    #expect(flaky.requestCount == 2)
  }

  @Test func `the progress of a transfer comes with the promise`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/v1/ping", .text(String(repeating: "a", count: 100_000)))
    struct Ping: TargetType {
      let baseURL: URL
      let path = "/v1/ping"
    }
    let provider = Provider<Ping>(callbackInMainThread: false)

    let promise = provider.request(Ping(baseURL: .of(server.url(""))))
    let data: Data = try await promise.success { response in response.data }.value

    #expect(data.count == 100_000)
    #expect(promise.latestProgress?.received == 100_000)
  }
}

extension Response {
  fileprivate func answering(_ target: some TargetType) throws -> Response { answering(try target.request()) }
}
