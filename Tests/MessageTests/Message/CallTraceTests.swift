import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct CallTraceTests {
  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/flaky?token=s3cret")) }

  private func trace(_ events: [(Int, CallEvent.Kind)]) -> CallTrace {
    CallTrace(events.map { CallEvent(kind: $0.1, time: .milliseconds($0.0)) })
  }

  @Test func `prints a waterfall of attempts and waits, without secrets`() throws {
    let request = try request()
    let refused = Response(statusCode: 503)
    let answer = Response(headers: ["Content-Type": "text/plain"], data: Data("pong".utf8))

    let trace = trace([
      (0, .started(request)), (0, .attemptStarted(1, .call, request)), (120, .attemptEnded(1, .success(refused))),
      (120, .retrying(after: .seconds(1), because: "status 503")),
      (1_120, .attemptStarted(2, .retry(1), request)), (1_240, .attemptEnded(2, .success(answer))),
      (1_240, .ended(.success(answer))),
    ])

    #expect(
      trace.description == """
        GET http://h.test/flaky?token=*** → 200 text/plain (4 bytes) in 1.24 s
            0 ms  attempt 1            ██                        503 (0 bytes), 120 ms
          120 ms  wait                   ░░░░░░░░░░░░░░░░░░░░    1 s: status 503
          1.12 s  attempt 2 (retry 1)                        ██  200 text/plain (4 bytes), 120 ms
        """
    )
    #expect(trace.attempts == 2)
    #expect(trace.duration == .milliseconds(1_240))
  }

  @Test func `prints each kind of event in a line of its own`() throws {
    let error = ConnectionError(.network, nativeError: URLError(.timedOut, "too late"))
    let trace = trace([
      (0, .started(try request())), (1, .queued(by: "concurrencyLimit")), (3, .admitted(by: "concurrencyLimit")),
      (3, .cache(.miss)), (4, .refreshing), (5, .refreshed(nil)), (5, .refreshing),
      (6, .refreshed(URLError(.timedOut, "x"))),
      (6, .circuit(.open, host: "h.test:80")), (6, .hedging(after: .milliseconds(3))), (6, .coalesced),
      (7, .timedOut("attempt", after: .milliseconds(7))), (7, .notRetrying(because: "the limit of 2 is reached")),
      (7, .fallingBack(error)), (8, .note("mine")), (8, .attemptStarted(1, .refresh, try request())),
      (10, .ended(.failure(error))),
    ])

    let words = trace.description.split(separator: "\n").dropFirst().map { line in
      line.split(whereSeparator: { " █░│".contains($0) }).joined(separator: " ")
    }

    #expect(
      trace.description.hasPrefix(
        "GET http://h.test/flaky?token=*** → network: URLError.timedOut (too late) in 10 ms\n"
      )
    )
    #expect(
      words == [
        "1 ms concurrencyLimit in the queue, 2 ms", "3 ms cache miss", "4 ms refresh new credentials, 1 ms",
        "5 ms refresh failed: URLError.timedOut (x), 1 ms", "6 ms circuit open for h.test:80",
        "6 ms hedge no answer after 3 ms", "6 ms coalesce one like it is in flight", "7 ms timeout attempt, 7 ms",
        "7 ms no retry the limit of 2 is reached", "7 ms fallback in place of: network: URLError.timedOut (too late)",
        "8 ms note mine", "8 ms attempt 1 (refresh) unfinished",
      ]
    )
  }

  @Test func `two attempts at once each keep their own line`() throws {
    let request = try request()
    let trace = trace([
      (0, .started(request)), (0, .attemptStarted(1, .call, request)), (5, .attemptStarted(2, .hedge, request)),
      (6, .attemptEnded(2, .success(Response()))), (7, .attemptEnded(1, .failure(ConnectionError(.cancelled)))),
    ])

    let lines = trace.description.split(separator: "\n")

    #expect(lines[0].hasSuffix("→ … in 7 ms"))
    #expect(lines[1].contains("attempt 1 ") && lines[1].hasSuffix("cancelled, 7 ms"))
    #expect(lines[2].contains("attempt 2 (hedge)") && lines[2].hasSuffix("200 (0 bytes), 1 ms"))
  }

  private func metrics(_ milliseconds: Int, isReused: Bool) -> TransferMetrics {
    var metrics = TransferMetrics(total: .milliseconds(milliseconds))
    metrics.isReused = isReused
    (metrics.remoteAddress, metrics.remotePort, metrics.tlsVersion) = ("192.0.2.1", 443, "TLSv1.3")
    metrics.received = TransferMetrics.ByteCount(head: 90, body: 4)
    if !isReused {
      (metrics.queue, metrics.nameLookup) = (.milliseconds(0), .milliseconds(10))
      (metrics.connect, metrics.secureConnect) = (.milliseconds(20), .milliseconds(30))
    }
    metrics.send = .milliseconds(0.2)
    metrics.wait = .milliseconds(isReused ? 79.8 : 49.8)
    metrics.receive = .milliseconds(isReused ? 20 : 10)
    return metrics
  }

  @Test func `prints the phases of each transfer below its attempt, and where a redirect leads`() throws {
    let request = try request()
    var answer = Response(headers: ["Content-Type": "text/plain"], data: Data("pong".utf8))
    answer.protocolVersion = "HTTP/2"
    let url = try URL(http: "http://h.test/new?token=s3cret")

    let trace = trace([
      (0, .started(request)), (0, .attemptStarted(1, .call, request)), (110, .head(1, answer)),
      (120, .metrics(1, metrics(120, isReused: false))), (120, .redirected(1, Response(statusCode: 302), to: url)),
      (220, .metrics(1, metrics(100, isReused: true))), (220, .attemptEnded(1, .success(answer))),
      (220, .suspended(1)), (230, .resumed(1)), (240, .ended(.success(answer))),
    ])

    #expect(
      trace.description == """
        GET http://h.test/flaky?token=*** → 200 text/plain (4 bytes) in 240 ms
            0 ms  attempt 1   ██████████████████████    200 text/plain (4 bytes), HTTP/2, 220 ms
            0 ms    dns       ▒                         10 ms
           10 ms    connect    ▒▒                       20 ms, 192.0.2.1:443
           30 ms    tls          ▒▒▒                    30 ms, TLSv1.3
           60 ms    wait            ▒▒▒▒▒               50 ms
          110 ms    receive              ▒              10 ms, 4 bytes
          120 ms    redirect              │             302 to http://h.test/new?token=***
          120 ms    wait                  ▒▒▒▒▒▒▒▒      80 ms, reused connection
          200 ms    receive                       ▒▒    20 ms, 4 bytes
          220 ms  suspended                         ░   attempt 1, 10 ms
        """
    )
    #expect(trace.metrics.map(\.isReused) == [false, true])
  }

  @Test func `an empty trace can be printed`() {
    #expect("\(CallTrace())" == "call → … in 0 ms")
  }

  @Test func `keeps a limited number of events, and always the end`() {
    var trace = CallTrace()
    for number in 0..<5_000 { trace.append(CallEvent(kind: .note("\(number)"), time: .zero)) }

    trace.append(CallEvent(kind: .ended(.success(Response())), time: .seconds(1)))

    #expect(trace.events.count == CallTrace.limit + 1)
    #expect(trace.duration == .seconds(1))
  }
}
