import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct FallingBackTests {
  private struct Refused: Error {}

  private let spare = Response(statusCode: 203)

  private var request: Request { Request(url: URL(string: "http://h.test/") ?? URL(filePath: "/")) }

  private func failing(_ error: any Error = URLError(.timedOut)) -> Stage<Request, Response> {
    Stage.sending(over: StubConnector.failing(error))
  }

  private func answering(_ status: Int) -> Stage<Request, Response> {
    Stage.sending(over: StubConnector(Response(statusCode: status)))
  }

  @Test func `answers in place of an error, at once, and names the request`() throws {
    let pipeline = Pipeline(failing().wrapped(in: [.fallback(to: spare)]))

    let response = try pipeline.runSynchronously(request)

    #expect(response.statusCode == 203)
    #expect(response.request == request)
  }

  @Test func `its response goes to the request's file`() throws {
    let folder = try TemporaryFolder()
    var download = request
    download.destination = .file(folder.file("a.txt"))
    let pipeline = Pipeline(failing().wrapped(in: [.fallback(to: Response(data: Data("spare".utf8)))]))

    let response = try pipeline.runSynchronously(download)

    #expect(response.file == folder.file("a.txt"))
    #expect(try response.contents() == Data("spare".utf8))
  }

  @Test(arguments: [200, 404, 503])
  func `leaves a response alone, whatever its status`(status: Int) throws {
    let pipeline = Pipeline(answering(status).wrapped(in: [.fallback(to: spare)]))

    #expect(try pipeline.runSynchronously(request).statusCode == status)
  }

  @Test func `answers in place of the statuses that are named`() throws {
    let errors = Record<ConnectionError>()
    let fallback = Middleware.fallback(statuses: [503]) { [spare] error in
      errors.add(error)
      return spare
    }

    let other = try Pipeline(answering(500).wrapped(in: [fallback])).runSynchronously(request)
    let named = try Pipeline(answering(503).wrapped(in: [fallback])).runSynchronously(request)

    #expect(other.statusCode == 500)
    #expect(named.statusCode == 203)
    #expect(errors.all.map(\.type) == [.invalidResponse])
    #expect(errors.all.first?.response?.statusCode == 503)
    #expect(errors.all.first?.request == request)
  }

  @Test func `never answers a cancel`() async {
    let connector = StubConnector.neverAnswering
    let pipeline = Pipeline(Stage.sending(over: connector).wrapped(in: [.fallback(to: spare)]))
    let request = request
    let task = Task { await pipeline.result(request) }
    while connector.requestCount == 0 { await Task.yield() }

    task.cancel()
    let result = await task.value

    let error = #expect(throws: ConnectionError.self) { try result.get() }
    #expect(error?.type == .cancelled)
  }

  @Test func `never answers a cancellation from elsewhere`() {
    let pipeline = Pipeline(failing(URLError(.cancelled)).wrapped(in: [.fallback(to: spare)]))

    let error = #expect(throws: ConnectionError.self) { try pipeline.runSynchronously(request) }

    #expect(error?.type == .cancelled)
  }

  @Test func `answers only what it covers`() throws {
    let fallback = Middleware.fallback(to: spare) { ($0.nativeError as? URLError)?.code == .timedOut }

    let covered = try Pipeline(failing().wrapped(in: [fallback])).runSynchronously(request)
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(failing(Refused()).wrapped(in: [fallback])).runSynchronously(request)
    }

    #expect(covered.statusCode == 203)
    #expect(error?.nativeError is Refused)
  }

  @Test func `its error is the failure`() {
    let throwing = Middleware.fallback { _ in throw Refused() }
    let passing = Middleware.fallback { error in throw ConnectionError(.parse, nativeError: error) }

    let one = #expect(throws: ConnectionError.self) {
      try Pipeline(failing().wrapped(in: [throwing])).runSynchronously(request)
    }
    let other = #expect(throws: ConnectionError.self) {
      try Pipeline(failing().wrapped(in: [passing])).runSynchronously(request)
    }

    #expect(one?.type == .network)
    #expect(one?.nativeError is Refused)
    #expect(other?.type == .parse)
  }

  @Test func `may wait for its answer`() async throws {
    let clock = TestClock()
    let spare = spare
    let fallback = Middleware.fallback { _ in
      try await clock.sleep(for: .seconds(1))
      return spare
    }
    let promise = Pipeline(failing().wrapped(in: [fallback])).start(request)

    try await clock.run(sleeps: 1)

    #expect(try await promise.value.statusCode == 203)
  }

  @Test func `answers are reported to the call's observers`() throws {
    let errors = Record<ConnectionError>()
    let observe = Middleware.observe { event in if case .fallingBack(let error) = event.kind { errors.add(error) } }

    _ = try Pipeline(failing().wrapped(in: [.fallback(to: spare), observe])).runSynchronously(request)

    #expect((errors.all.first?.nativeError as? URLError)?.code == .timedOut)
  }

  @Test(arguments: [Reply.Fault.closeBeforeResponse, .resetInBody, .truncatedChunk, .malformedStatusLine])
  func `over a real server it answers in place of a fault`(fault: Reply.Fault) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .fault(fault))
    let pipeline = Pipeline(Stage.sending(over: DefaultHTTPConnector.patient).wrapped(in: [.fallback(to: spare)]))

    let response = try await pipeline(Request(url: try URL(http: server.url())))

    #expect(response.statusCode == 203)
  }
}
