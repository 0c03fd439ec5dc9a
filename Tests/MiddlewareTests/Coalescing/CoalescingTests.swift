import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.serialized, .timeLimit(.minutes(1)))
struct CoalescingTests {
  private let manual = ManualConnector()
  private let coalescer = CoalesceStrategy(ignoring: Middleware.tracingHeaders)
  private let pong = Response(data: Data("pong".utf8))

  private var pipeline: Pipeline<Request, Response> {
    Pipeline(Stage.sending(over: manual).wrapped(in: .coalesce(by: coalescer)))
  }

  private func request(_ path: String = "/", _ method: HTTPMethod = .get, _ headers: HTTPHeaders = [:]) -> Request {
    Request(url: URL(string: "http://h.test" + path) ?? URL(filePath: "/"), httpMethod: method, headers: headers)
  }

  @Test func `identical requests in flight get one response`() async throws {
    let promises = (0..<1_000).map { _ in pipeline.start(request()) }

    manual.answer(0, pong)

    for promise in promises { #expect(try await promise.value.data == pong.data) }
    #expect(manual.requests.count == 1)
    #expect(coalescer.count == 0)
  }

  @Test func `what finishes at once is no flight, and does not suspend`() throws {
    let connector = StubConnector(pong)
    let stage = Stage.sending(over: connector).wrapped(in: .coalesce(by: coalescer))

    for _ in 0..<3 { _ = try Pipeline(stage).runSynchronously(request()) }

    #expect(connector.requestCount == 3)
    #expect(coalescer.count == 0)
  }

  @Test func `what fails at once is no flight either`() {
    let stage = Stage.sending(over: StubConnector.failing(URLError(.timedOut))).wrapped(in: .coalesce(by: coalescer))

    let error = #expect(throws: ConnectionError.self) { try Pipeline(stage).runSynchronously(request()) }

    #expect((error?.nativeError as? URLError)?.code == .timedOut)
    #expect(coalescer.count == 0)
  }

  @Test(arguments: [
    Request(url: URL(filePath: "/b")),
    Request(url: URL(filePath: "/a?x=1")),
    Request(url: URL(filePath: "/a"), httpMethod: .head),
    Request(url: URL(filePath: "/a"), headers: ["Accept": "text/plain"]),
    Request(url: URL(filePath: "/a"), headers: ["Authorization": "Bearer 1"]),
  ])
  func `what differs is sent`(other: Request) {
    let promises = [Request(url: URL(filePath: "/a")), other].map { pipeline.start($0) }

    #expect(manual.requests.count == 2)
    for promise in promises { promise.cancel() }
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete, .patch, .options, .query])
  func `a request other than GET and HEAD is sent each time`(method: HTTPMethod) {
    let promises = (0..<2).map { _ in pipeline.start(request("/", method)) }

    #expect(manual.requests.count == 2)
    #expect(coalescer.count == 0)
    for promise in promises { promise.cancel() }
  }

  @Test func `a request with a file for its response is sent each time`() {
    var request = request()
    request.destination = .directory(URL(filePath: "/never-written"))

    let promises = (0..<2).map { _ in pipeline.start(request) }

    #expect(manual.requests.count == 2)
    for promise in promises { promise.cancel() }
  }

  @Test func `a request with a body is sent each time`() {
    var request = request()
    request.body = RequestBody(Data("{}".utf8))

    let promises = (0..<2).map { _ in pipeline.start(request) }

    #expect(manual.requests.count == 2)
    for promise in promises { promise.cancel() }
  }

  @Test func `headers that follow a request through systems need not be the same, nor the case of names`() {
    let one = request("/", .get, ["accept": "a", "traceparent": "1", "X-Request-ID": "1"])
    let other = request("/", .get, ["Accept": "a", "X-REQUEST-ID": "2"])

    let promises = [one, other].map { pipeline.start($0) }

    #expect(manual.requests == [one])
    for promise in promises { promise.cancel() }
  }

  @Test func `each gets its own request in the response`() async throws {
    let leader = request("/", .get, ["X-Request-ID": "1"])
    let follower = request("/", .get, ["X-Request-ID": "2"])
    let promises = [leader, follower].map { pipeline.start($0) }

    manual.answer(0, pong)

    #expect(try await promises[0].value.request == leader)
    #expect(try await promises[1].value.request == follower)
  }

  @Test func `a failure is shared by all waiters, each with its own request`() async throws {
    let follower = request("/", .get, ["X-Request-ID": "2"])
    let promises = [request(), follower].map { pipeline.start($0) }

    manual.fail(0, URLError(.networkConnectionLost))

    let errors = await promises[0].outcome.errorInfo.flatMap(\.error).map { [$0] } ?? []
    let other = await promises[1].outcome.errorInfo?.error
    #expect(errors.map(\.type) == [.network])
    #expect((other?.nativeError as? URLError)?.code == .networkConnectionLost)
    #expect(other?.request == follower)
    #expect(coalescer.count == 0)
  }

  @Test(.serialized, arguments: 0..<3)
  func `a cancel leaves the others alone`(cancelled: Int) async throws {
    let promises = (0..<3).map { _ in pipeline.start(request()) }

    promises[cancelled].cancel()
    let error = await promises[cancelled].outcome.errorInfo
    manual.answer(0, pong)

    #expect(error?.isCancelled == true)
    for (index, promise) in promises.enumerated() where index != cancelled {
      #expect(try await promise.value.data == pong.data)
    }
    #expect(manual.events.isEmpty)
  }

  @Test(.serialized, arguments: 0..<20)
  func `the cancel of the last one ends the transfer`(seed: Int) async throws {
    var random = Generator(seed)
    let promises = (0..<5).map { _ in pipeline.start(request()) }.shuffled(using: &random)

    for promise in promises {
      #expect(manual.events.isEmpty)
      promise.cancel()
    }
    try await manual.told(.cancel(0))

    #expect(manual.open.isEmpty)
    #expect(coalescer.count == 0)
  }

  @Test func `a request after the last waiter has left starts over`() async throws {
    pipeline.start(request()).cancel()
    try await manual.told(.cancel(0))

    let promise = pipeline.start(request())
    try await manual.begun(2)
    manual.answer(1, pong)

    #expect(try await promise.value.data == pong.data)
  }

  @Test func `waiters for a transfer cancelled from elsewhere start over, together`() async throws {
    let promises = (0..<100).map { _ in pipeline.start(request()) }

    manual.cancel()
    try await manual.begun(2)
    manual.answer(1, pong)

    #expect(await promises[0].outcome.errorInfo?.isCancelled == true)
    for promise in promises.dropFirst() { #expect(try await promise.value.data == pong.data) }
    #expect(manual.requests.count == 2)
  }

  @Test(.serialized, arguments: 0..<200)
  func `however fast the second transfer is, there is no third`(seed: Int) async throws {
    var random = Generator(seed)
    let second = Answering(pong)
    let stage = Stage<Request, Response>.sending(over: second).wrapped(in: .coalesce(by: coalescer))
    let promises = (0..<50).map { _ in Pipeline(stage).start(request()) }.shuffled(using: &random)
    let leaving = Int.random(in: 0..<10, using: &random)

    let cancelling = Task { for promise in promises.prefix(leaving) { promise.cancel() } }
    second.cancel()
    await cancelling.value

    var served = 0
    for promise in promises {
      let outcome = await promise.outcome
      if outcome.errorInfo == nil { served += 1 } else { #expect(outcome.errorInfo?.isCancelled == true) }
    }
    #expect(served >= 49 - leaving)
    #expect(second.count == 2)
    #expect(coalescer.count == 0)
  }

  @Test func `a waiting request is reported to the call's observers`() async throws {
    let events = Record<String>()
    let stage = Stage.sending(over: manual).wrapped(in: [
      .coalesce(), .observe { event in events.add("\(event.kind)".prefix { $0 != "(" }.description) },
    ])
    let promises = (0..<2).map { _ in Pipeline(stage).start(request()) }
    try await manual.begun(1)

    manual.answer(0)
    for promise in promises { _ = try await promise.value }

    let expected = ["attemptEnded", "attemptStarted", "coalesced", "ended", "ended", "started", "started"]
    #expect(events.all.sorted() == expected)
  }

  @Test func `a connector does not see the flight, and neither does a response`() async throws {
    let promise = pipeline.start(request())

    manual.answer(0, pong)

    #expect(try await promise.value.request?.context[TransferSharingKey.self] == nil)
    #expect(manual.requests[0].context[TransferSharingKey.self] == nil)
  }

  @Test(.serialized, arguments: 0..<20)
  func `every waiter is served or cancelled, and nothing is left`(seed: Int) async throws {
    let requests = (0..<400).map { request($0.isMultiple(of: 3) ? "/a" : "/b") }
    let pipeline = pipeline
    let manual = manual

    await withTaskGroup(of: Void.self) { group in
      for index in requests.indices {
        group.addTask {
          var random = Generator(seed &* 1_000 &+ index)
          let promise = pipeline.start(requests[index])
          for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
          switch Int.random(in: 0..<8, using: &random) {
          case 0: if let number = manual.open.first { manual.answer(number) }
          case 1: if let number = manual.open.first { manual.fail(number, URLError(.cancelled)) }
          case 2...6: promise.cancel()
          default: break
          }
          if Int.random(in: 0..<2, using: &random) == 0 { promise.cancel() }
          while promise.settled == nil {
            if let number = manual.open.first { manual.answer(number) }
            await Task.yield()
          }
        }
      }
    }

    while coalescer.count > 0 || !manual.open.isEmpty { await Task.yield() }
    #expect(manual.requests.count <= 400)
  }

  @Test func `over a real server fifty calls are one request`() async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .text("pong").held(at: gate))
    let pipeline = Pipeline(Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.coalesce()]))
    let url = try URL(http: server.url())
    let promises = (0..<50).map { _ in pipeline.start(Request(url: url)) }
    try await server.waitForRequests(1)

    promises[0].cancel()
    gate.open()

    for promise in promises.dropFirst() { #expect(try await promise.value.text() == "pong") }
    #expect(server.requestCount == 1)
  }

  @Test(arguments: [Reply.Fault.resetInBody, .closeBeforeResponse, .truncatedBody])
  func `over a real server, a fault is shared by all waiters`(fault: Reply.Fault) async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/", .fault(fault).held(at: gate))
    let pipeline = Pipeline(Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.coalesce()]))
    let url = try URL(http: server.url())
    let promises = (0..<5).map { _ in pipeline.start(Request(url: url)) }
    try await server.waitForRequests(1)

    gate.open()

    for promise in promises { #expect(await promise.outcome.errorInfo?.error?.type == .network) }
    #expect(server.requestCount == 1)
  }
}

/// A connector whose first exchange waits until it is cancelled, and whose others are answered at once.
private final class Answering: HTTPConnector {
  private typealias Complete = @Sendable (Result<Response, any Error>) -> Void

  private let response: Response
  private let state = Locked<(count: Int, first: Complete?)>((0, nil))

  init(_ response: Response) { self.response = response }

  var count: Int { state.withLock { $0.count } }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(nil, URLError(.unsupportedURL))
  }

  func cancel() { state.withLock { $0.first.take() }?(.failure(URLError(.cancelled))) }

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let isFirst = state.withLock { state in
      state.count += 1
      if state.count == 1 { state.first = complete }
      return state.count == 1
    }
    if !isFirst { complete(.success(response)) }
    return Exchange()
  }

  private final class Exchange: HTTPExchange { func cancel() {} }
}
