import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

extension Middleware {
  static func finishing(
    every interval: Duration,
    limit: Int = 30,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Middleware {
    Middleware("finish") { request, next in
      var response = try await next(request)
      var questions = 0
      while response.statusCode == 202, let job = Job(of: response, asked: request) {
        guard questions < limit else { throw Unfinished(questions: questions) }
        questions += 1
        request.note("not done yet, question \(questions)")
        try await clock.sleep(for: interval)
        response = try await next(Request(url: job.url, headers: request.headers))
      }
      return response
    }
  }
}

struct Unfinished: Error { let questions: Int }

struct Job {
  let url: URL

  init?(of response: Response, asked request: Request) {
    let location = response.headers["Location"].flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    guard let location, location.scheme == request.url.scheme, location.host() == request.url.host(),
      location.port == request.url.port
    else { return nil }
    url = location
  }
}

/// The snippets of the article on middleware of one's own, run.
@Suite(.timeLimit(.minutes(1)))
struct WriteYourOwnMiddlewareTests {
  private struct GetReport: ConnectionSpec {
    typealias ResponseModel = Data
    let url = "http://h.test/report"
  }

  private let report = Data("report".utf8)

  private func finish(_ connector: StubConnector, _ clock: TestClock, limit: Int = 30) async throws -> Data {
    let connection = Connection(GetReport()).use(.finishing(every: .seconds(5), limit: limit, clock: clock))
    connection.httpConnector = connector
    return try await connection.start().value
  }

  @Test func `it asks until the work is done`() async throws {
    let clock = TestClock.immediate()
    let accepted = Response(statusCode: 202, headers: ["Location": "/jobs/1"])
    let connector = StubConnector(sequence: [.success(accepted), .success(accepted), .success(Response(data: report))])

    let connection = Connection(GetReport()).use(.finishing(every: .seconds(5), clock: clock))
    connection.httpConnector = connector
    let data = try await connection.start().value

    #expect(data == report)
    #expect(connector.requests.map(\.url.path) == ["/report", "/jobs/1", "/jobs/1"])
    #expect(clock.waits == [.seconds(5), .seconds(5)])
  }

  @Test func `it gives up after its limit`() async throws {
    let connector = StubConnector(Response(statusCode: 202, headers: ["Location": "/jobs/1"]))

    let error = await #expect(throws: ConnectionError.self) {
      try await finish(connector, .immediate(), limit: 3)
    }

    #expect((error?.nativeError as? Unfinished)?.questions == 3)
    #expect(connector.requests.count == 4)
  }

  @Test func `it does not follow to another server`() async throws {
    let connector = StubConnector(Response(statusCode: 202, headers: ["Location": "http://evil.test/jobs/1"]))

    _ = try await finish(connector, .immediate())

    #expect(connector.requests.map { $0.url.host() } == ["h.test"])
  }

  @Test func `a cancel ends its sleep`() async throws {
    let clock = TestClock()
    let connection = Connection(GetReport()).use(.finishing(every: .seconds(5), clock: clock))
    connection.httpConnector = StubConnector(Response(statusCode: 202, headers: ["Location": "/jobs/1"]))
    let promise = connection.start()
    try await clock.waitForSleepers(1)

    connection.cancel()

    guard case .cancelled = await promise.outcome else {
      Issue.record("it was not cancelled")
      return
    }
  }

  @Test func `values shared by all attempts and values fresh in each are in their places`() async throws {
    let identified = Middleware("idempotencyKey") { request, next in
      var request = request
      request.headers["Idempotency-Key"] = UUID().uuidString  // one for all tries
      return try await next(request)
    }
    let dated = Middleware("date", at: .attempt) { request, next in
      var request = request
      request.headers["X-Sent-At"] = "\(Date().timeIntervalSince1970)"  // the time of this try
      return try await next(request)
    }

    let stage = Stage.sending(over: StubConnector()).wrapped(in: [dated, identified])
    let response = try await stage(Request(url: URL(filePath: "/")))

    #expect("\(stage)" == "idempotencyKey { date { send } }")
    #expect(response.request?.headers.map(\.name) == ["Idempotency-Key", "X-Sent-At"])
  }

  @Test func `one made of stages keeps a connection synchronous`() throws {
    struct Envelope: Codable {
      var data: [String: Int]
    }

    let unwrapped = Middleware("unwrap") { next in
      next.then(
        Stage("unwrap", failing: .parse) { response in
          var response = response
          response.data = try JSONEncoder().encode(JSONDecoder().decode(Envelope.self, from: response.data).data)
          return response
        }
      )
    }

    let connection = Connection(GetReport()).use(unwrapped)
    connection.httpConnector = StubConnector(Response(data: Data(#"{"data": {"n": 1}}"#.utf8)))
    connection.callbackInMainThread = false
    let promise = connection.start()

    #expect(promise.settled?.value == Data(#"{"n":1}"#.utf8))
  }
}
