import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ServerSentEventsTests {
  private let server: LoopbackServer
  private let clock = TestClock.immediate()

  init() throws { server = try LoopbackServer() }

  private static func stream(_ parts: Reply.Part...) -> Reply {
    .chunked(parts).header("Content-Type", "text/event-stream; charset=utf-8").header("Connection", "close")
  }

  private func events(_ policy: ReconnectPolicy = ReconnectPolicy(random: { 1 })) -> ServerSentEvents {
    HTTP(server.url()).holder(ConnectionHolder()).events(reconnecting: policy, limit: 1_000, clock: clock)
  }

  private func data(_ events: ServerSentEvents) async throws -> [String] {
    var data: [String] = []
    for try await event in events { data.append(event.data) }
    return data
  }

  @Test func `asks for an event stream, and ends with 204`() async throws {
    server.on(.get, "/", Self.stream("id: 7\ndata: 1\n\n"), .status(204))

    let data = try await data(events())

    let headers = server.requests.map(\.headers)
    #expect(data == ["1"])
    #expect(headers.map { $0["Accept"] } == ["text/event-stream", "text/event-stream"])
    #expect(headers.map { $0["Cache-Control"] } == ["no-store", "no-store"])
    #expect(headers.map { $0["Last-Event-ID"] } == [nil, "7"])
  }

  @Test func `connects again after a connection is lost, with the identifier of the last whole event`() async throws {
    server.on(
      .get,
      "/",
      Self.stream("id: 7\ndata: 1\n\nid: 8\ndata: cut", .close),
      .fault(.closeBeforeResponse),
      Self.stream("data: 2\n\n"),
      .status(204)
    )

    let data = try await data(events(ReconnectPolicy(random: { 0 })))

    #expect(data == ["1", "2"])
    #expect(Set(server.requests.dropFirst().map { $0.headers["Last-Event-ID"] }) == ["7"])
    #expect(Set(clock.waits) == [.seconds(3)])
  }

  @Test func `waits twice as long after each failure in a row, and as the server's retry says`() async throws {
    server.on(
      .get,
      "/",
      Self.stream("retry: 1000\n\ndata: 1\n\n"),
      .fault(.closeInHead),
      .fault(.closeInHead),
      .fault(.closeInHead),
      Self.stream("data: 2\n\n"),
      .status(204)
    )

    let data = try await data(events())

    #expect(data == ["1", "2"])
    #expect(clock.waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(1)])
  }

  @Test(arguments: [
    (1, 0.0, nil, Duration.seconds(3)), (1, 1, nil, .seconds(3)), (3, 0, nil, .seconds(3)), (3, 1, nil, .seconds(12)),
    (20, 1, nil, .seconds(60)), (3, 0.5, nil, .seconds(7.5)), (2, 1, Duration.seconds(100), .seconds(100)),
    (2, 1, .milliseconds(10), .milliseconds(20)),
  ])
  func `the wait is between the shortest and a doubled one`(
    attempt: Int,
    random: Double,
    retry: Duration?,
    wait: Duration
  ) {
    #expect(ReconnectPolicy(random: { random }).wait(before: attempt, retry: retry) == wait)
  }

  @Test func `a server that is busy is left alone for as long as it asks`() async throws {
    server.on(.get, "/", .status(503, headers: ["Retry-After": "120"]), Self.stream("data: 1\n\n"), .status(204))

    let data = try await data(events())

    #expect(data == ["1"])
    #expect(clock.waits.first == .seconds(120))
  }

  @Test(arguments: [
    (Reply.status(500), "status 500"), (.status(503), "status 503"),
    (.chunked(["data: 1\n\n"], status: 201), "refused by events: status 201"),
    (.text("data: 1\n\n"), "refused by events: type text/plain"),
    (.body(["data: 1\n\n"]), "refused by events: no type"),
  ])
  func `any status but 200, and any other type, fails`(reply: Reply, words: String) async throws {
    server.on(.get, "/", reply)

    let error = await #expect(throws: ConnectionError.self) { try await data(events()) }

    #expect(error?.type == .invalidResponse)
    #expect(error?.description.contains(words) == true)
    #expect(server.requestCount == 1)
  }

  @Test func `never connects again if it is not to`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n"))
    server.on(.get, "/lost", Self.stream("data: 1\n\n", .reset))

    let data = try await data(events(.never))
    let lost = HTTP(server.url("/lost")).events(reconnecting: .never)

    #expect(data == ["1"])
    await #expect(throws: ConnectionError.self) { for try await _ in lost {} }
    #expect(server.requestCount == 2)
  }

  @Test func `gives up after so many failures in a row`() async throws {
    server.on(.get, "/", .fault(.closeInHead))

    let error = await #expect(throws: ConnectionError.self) { try await data(events(ReconnectPolicy(attempts: 3))) }

    #expect(error?.type == .network)
    #expect(clock.waits.count == 3)
  }

  @Test func `a POST is not repeated`() async throws {
    server.on(.post, "/", Self.stream("data: 1\n\n"))
    let source = HTTP(server.url()).httpMethod(.post).events(clock: clock)

    let data = try await data(source)

    #expect(data == ["1"])
    #expect(server.requestCount == 1)
  }

  @Test func `an event without end fails, and is not asked for again`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n", .data(Data(repeating: 65, count: 2_000))))
    var iterator = events().makeAsyncIterator()

    let error = await #expect(throws: ConnectionError.self) { while try await iterator.next() != nil {} }

    #expect(error?.nativeError as? LineTooLong == LineTooLong(limit: 1_000))
    #expect(try await iterator.next() == nil)
    #expect(server.requestCount == 1)
  }

  @Test func `each connection is a new call, with a fresh request`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n"), Self.stream("data: 2\n\n"), .status(204))
    let counter = Counter()
    let stamping = Middleware("stamp") { request, next in
      var request = request
      request.headers["X-Call"] = "\(counter.next())"
      return try await next(request)
    }

    _ = try await data(HTTP(server.url()).use(stamping).events(clock: clock))

    #expect(server.requests.map { $0.headers["X-Call"] } == ["1", "2", "3"])
  }

  @Test func `cancelling the connection ends the source as cancelled`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n", .silence))
    let holder = ConnectionHolder()
    var iterator = HTTP(server.url()).holder(holder).events(clock: clock).makeAsyncIterator()
    let first = try await iterator.next()

    holder.cancelAll()

    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }
    #expect(first?.data == "1")
    #expect(error?.type == .cancelled)
    try await server.waitForClosedConnections(1)
  }

  @Test func `letting go stops the transfer`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n", .silence))

    for try await _ in events() { break }

    try await server.waitForClosedConnections(1)
  }

  @Test func `a task that is cancelled while it waits to connect again ends as cancelled`() async throws {
    server.on(.get, "/", Self.stream("data: 1\n\n"))
    let clock = TestClock()
    let source = HTTP(server.url()).events(clock: clock)
    let task = Task { for try await _ in source {} }
    try await clock.waitForSleepers(1)

    task.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await task.value }
    #expect(error?.type == .cancelled)
    #expect(server.requestCount == 1)
  }
}
