import Foundation

import AbstractHTTP

/// Writes down every event of connections, and does something of the test's at one of them.
final class Recorder: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
  private struct State {
    var events: [String] = []
    var actions: [String: @Sendable (any ConnectionTask) -> Void] = [:]
    var vetoes: Set<String> = []
    var error: ConnectionError?
    var isAnnounced = false
    var ends = 0
    var waiting: [(ends: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let name: String
  private let state = Locked(State())

  init(_ name: String = "") { self.name = name }

  var events: [String] { state.withLock { $0.events } }
  var error: ConnectionError? { state.withLock { $0.error } }

  /// Does something the first time an event comes.
  func once(_ event: String, _ action: @escaping @Sendable (any ConnectionTask) -> Void) {
    state.withLock { $0.actions[event] = action }
  }

  /// Does something every time an event comes.
  func always(_ event: String, _ action: @escaping @Sendable (any ConnectionTask) -> Void) {
    once(event) { [weak self] task in
      self?.always(event, action)
      action(task)
    }
  }

  func veto(_ event: String) { state.withLock { _ = $0.vetoes.insert(event) } }

  func record(_ event: String, _ connection: (any ConnectionTask)? = nil) {
    let action = state.withLock { state in
      state.events.append(name + event)
      return state.actions.removeValue(forKey: event)
    }
    if let connection { action?(connection) }
  }

  /// Waits until so many calls have ended: with `onEnd`, or with `afterError` if they were never announced.
  func ended(_ ends: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.ends < ends { state.waiting.append((ends, continuation)) }
        return state.ends >= ends
      }
      if isOver { continuation.resume() }
    }
  }

  func onStart(connection: any ConnectionTask, request: Request) {
    state.withLock { $0.isAnnounced = true }
    record("onStart", connection)
  }

  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    record("onEnd", connection)
    end(error)
  }

  private func end(_ error: ConnectionError?) {
    let over = state.withLock { state in
      state.isAnnounced = false
      state.error = error
      state.ends += 1
      let ends = state.ends
      let over = state.waiting.filter { $0.ends <= ends }
      state.waiting.removeAll { $0.ends <= ends }
      return over.map(\.continuation)
    }
    for continuation in over { continuation.resume() }
  }

  func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
    record("onReceived", connection)
    return !state.withLock { $0.vetoes.contains("onReceived") }
  }

  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    record("onReceivedModel", connection)
    return !state.withLock { $0.vetoes.contains("onReceivedModel") }
  }

  func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) { record("afterSuccess", connection) }

  func onNetworkError(connection: any ConnectionTask, error: (any Error)?) { record("onNetworkError", connection) }

  func onResponseError(connection: any ConnectionTask, response: Response) { record("onResponseError", connection) }

  func onParseError(connection: any ConnectionTask, response: Response, error: any Error) {
    record("onParseError", connection)
  }

  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
    record("onValidationError", connection)
  }

  func onCanceled(connection: any ConnectionTask) { record("onCanceled", connection) }

  func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) {
    record("afterError", connection)
    if !state.withLock({ $0.isAnnounced }) { end(error) }
  }
}

/// A spec whose two functions are recorded, and can be made to fail.
struct Probe: ConnectionSpec {
  var url = "http://probe.test/"
  let recorder: Recorder
  var isValid = true
  var parseError: (any Error)?
  var connection: @Sendable () -> (any ConnectionTask)? = { nil }

  func validate(response: Response) -> Bool {
    recorder.record("validate", connection())
    return isValid && response.statusCode == 200
  }

  func parseResponse(response: Response) throws -> String {
    recorder.record("parseResponse", connection())
    if let parseError { throw parseError }
    return try response.text()
  }
}

extension Connection where ResponseModel == String {
  /// A connection over a stub, which delivers where it works, with one recorder for everything.
  static func probe(
    _ spec: Probe,
    over connector: any HTTPConnector = StubConnector(Response(data: Data("pong".utf8))),
    onSuccess: (@Sendable (String) -> Void)? = nil
  ) -> Connection {
    let recorder = spec.recorder
    let weak = Locked(WeakTask())
    var spec = spec
    spec.connection = { weak.withLock { $0 }.task }
    let connection = Connection(spec) { model in
      recorder.record("success", weak.withLock { $0 }.task)
      onSuccess?(model)
    }
    weak.withLock { $0.task = connection }
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    connection.holder = ConnectionHolder()
    return connection.addListener(recorder).addResponseListener(recorder).addErrorListener(recorder)
  }
}

private struct WeakTask: Sendable {
  weak var task: (any ConnectionTask)?
}

/// A start whose promise is recorded as it settles.
@discardableResult
func start(_ connection: Connection<String>, _ recorder: Recorder) -> ConnectionPromise<String> {
  let promise = connection.start()
  promise.on(
    success: { _ in recorder.record("promise", connection) },
    failure: { _, isCancelled in recorder.record(isCancelled ? "promise cancelled" : "promise failed", connection) }
  )
  return promise
}
