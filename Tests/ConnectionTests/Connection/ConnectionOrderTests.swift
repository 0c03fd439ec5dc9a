import Foundation
import Testing
import AbstractHTTPTesting

@testable import AbstractHTTP
@testable import TestSupport

/// The order of events, and every row of the table of errors.
struct ConnectionOrderTests {
  private static let success = [
    "onStart", "onReceived", "validate", "parseResponse", "onReceivedModel", "success", "promise", "afterSuccess",
    "onEnd",
  ]

  @Test func `a success goes from onStart to onEnd in the documented order`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)

    start(connection, recorder)
    connector.answer(Response(data: Data("pong".utf8)))
    await recorder.ended()

    #expect(recorder.events == Self.success)
  }

  @Test func `over a stub the promise is settled when start returns`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder))

    let promise = connection.start()

    #expect(promise.settled?.value == "pong")
    #expect(recorder.events.last == "onEnd")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let type: ConnectionErrorType
    let event: String
    let before: [String]
    var url = "http://probe.test/"
    var result: Result<Response, any Error> = .success(Response())
    var isValid = true
    var parseError: (any Error)?
    var veto: String?
    var headers: [String: String] = [:]

    var testDescription: String { name }
  }

  private static let rows = [
    Row(name: "invalid URL", type: .invalidURL, event: "onNetworkError", before: [], url: "not a url"),
    Row(
      name: "exchange",
      type: .network,
      event: "onNetworkError",
      before: ["onStart"],
      result: .failure(URLError(.timedOut))
    ),
    Row(
      name: "onReceived veto",
      type: .invalidResponse,
      event: "onResponseError",
      before: ["onStart", "onReceived"],
      veto: "onReceived"
    ),
    Row(
      name: "validate",
      type: .invalidResponse,
      event: "onResponseError",
      before: ["onStart", "onReceived", "validate"],
      isValid: false
    ),
    Row(
      name: "parseResponse",
      type: .parse,
      event: "onParseError",
      before: ["onStart", "onReceived", "validate", "parseResponse"],
      parseError: URLError(.cannotParseResponse)
    ),
    Row(
      name: "onReceivedModel veto",
      type: .validation,
      event: "onValidationError",
      before: ["onStart", "onReceived", "validate", "parseResponse", "onReceivedModel"],
      veto: "onReceivedModel"
    ),
  ]

  @Test(arguments: rows)
  func `a failure has its event, then afterError, and onEnd if it was announced`(row: Row) {
    let recorder = Recorder()
    if let veto = row.veto { recorder.veto(veto) }
    let connector = StubConnector(sequence: [row.result])
    let spec = Probe(url: row.url, recorder: recorder, isValid: row.isValid, parseError: row.parseError)
    let connection = Connection.probe(spec, over: connector)

    let promise = connection.start()

    #expect(recorder.events == row.before + [row.event, "afterError"] + (row.before.isEmpty ? [] : ["onEnd"]))
    #expect(recorder.error?.type == row.type)
    guard case .rejected(let error) = promise.settled else {
      Issue.record("the promise was not rejected: \(String(describing: promise.settled))")
      return
    }
    #expect(error.type == row.type)
  }

  @Test func `the promise fails between the error event and afterError`() async {
    let recorder = Recorder()
    let connector = BasicConnector()
    let connection = Connection.probe(Probe(recorder: recorder), over: connector)

    start(connection, recorder)
    connector.fail(URLError(.notConnectedToInternet))
    await recorder.ended()

    #expect(recorder.events == ["onStart", "onNetworkError", "promise failed", "afterError", "onEnd"])
  }

  @Test func `a cancel has onCanceled, then the promise, afterError and onEnd`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: recorder), over: StubConnector.neverAnswering)
    start(connection, recorder)

    connection.cancel()

    #expect(recorder.events == ["onStart", "onCanceled", "promise cancelled", "afterError", "onEnd"])
    #expect(recorder.error?.type == .cancelled)
  }

  @Test func `a request that cannot be made has neither onStart nor onEnd`() {
    let recorder = Recorder()
    let connection = Connection(requestSpec: BadHeader(), responseSpec: Probe(recorder: recorder))
    connection.callbackInMainThread = false
    connection.addListener(recorder).addErrorListener(recorder).start()

    #expect(recorder.events == ["onNetworkError", "afterError"])
    #expect(recorder.error?.type == .invalidRequest)
    #expect(recorder.error?.nativeError as? InvalidRequest == .headerValue(name: "X"))
  }

  @Test func `errors carry the request, the response with its body, and the model`() {
    let recorder = Recorder()
    recorder.veto("onReceivedModel")
    let connection = Connection.probe(Probe(recorder: recorder))

    connection.start()

    #expect(recorder.error?.request?.url.absoluteString == "http://probe.test/")
    #expect(recorder.error?.response?.data == Data("pong".utf8))
    #expect(recorder.error?.responseModel as? String == "pong")
    #expect((recorder.error?.nativeError as? Rejection)?.by == "Recorder.onReceivedModel")
  }

  @Test(arguments: [false, true])
  func `an error of a middleware's own carries the request`(suspends: Bool) async {
    let recorder = Recorder()
    let failing = Stage<Request, Response>("fail") { _ in throw URLError(.dataNotAllowed) }
    let connection = Connection.probe(Probe(recorder: recorder))
    if suspends {
      connection.use(Middleware("fail") { _, _ in throw URLError(.dataNotAllowed) })
    } else {
      connection.use(Middleware("fail", wrapping: { _ in failing }))
    }

    connection.start()
    await recorder.ended()

    #expect(recorder.error?.type == .network)
    #expect(recorder.error?.request == connection.latestRequest)
    #expect(recorder.error?.request != nil)
  }

  @Test func `a response of a middleware's own answers the request`() {
    let recorder = Recorder()
    let answering = Stage<Request, Response>("answer") { _ in Response(statusCode: 404) }
    let connection = Connection.probe(Probe(recorder: recorder))

    connection.use(Middleware("answer", wrapping: { _ in answering })).start()

    #expect(recorder.error?.request == connection.latestRequest)
    #expect(recorder.error?.request != nil)
  }

  @Test(arguments: ["onReceived", "onReceivedModel"])
  func `a veto ends its hook, and later listeners are not asked`(event: String) {
    let first = Recorder()
    let second = Recorder("second ")
    first.veto(event)
    let connection = Connection.probe(Probe(recorder: first)).addResponseListener(second)

    connection.start()

    #expect(!second.events.contains("second \(event)"))
  }

  @Test func `listeners are called in the order they were added`() {
    let events = Recorder()
    let connection = Connection.probe(Probe(recorder: events))
    connection.addOnEnd { _, model, _ in events.record("first \(model ?? "")") }
    connection.addOnEnd { _, _, error in events.record("second \(error == nil)") }

    connection.start()

    #expect(events.events.suffix(3) == ["onEnd", "first pong", "second true"])
  }

  @Test func `a removed listener is not called`() {
    let recorder = Recorder()
    let connection = Connection.probe(Probe(recorder: Recorder()))
    connection.addListener(recorder).addResponseListener(recorder).addErrorListener(recorder)

    connection.removeListener(recorder)
    connection.removeResponseListener(recorder)
    connection.removeErrorListener(recorder)
    connection.start()

    #expect(recorder.events.isEmpty)
  }

  @Test func `a listener added in a hook is heard from the next hook on`() {
    let recorder = Recorder()
    let late = Recorder("late ")
    let connection = Connection.probe(Probe(recorder: recorder))
    recorder.once("onReceived") { $0.addResponseListener(late) }

    connection.start()

    #expect(late.events == ["late onReceivedModel", "late afterSuccess"])
  }

  @Test func `separate request and response specs make a connection`() {
    let recorder = Recorder()
    let connection = Connection(requestSpec: Plain(url: "http://plain.test/a"), responseSpec: Probe(recorder: recorder))
    let connector = StubConnector(Response(data: Data("pong".utf8)))
    connection.callbackInMainThread = false
    connection.httpConnector = connector

    let promise = connection.start()

    #expect(promise.settled?.value == "pong")
    #expect(connector.requests.map(\.url.absoluteString) == ["http://plain.test/a"])
  }
}

private struct BadHeader: RequestSpec {
  let url = "http://probe.test/"
  let headers = ["X": "a\r\nY: b"]
}
