import AbstractHTTPTesting
import Foundation

@testable import AbstractHTTP
@testable import TestSupport

/// A connection whose hooks do what a script says.
final class ScriptedConnection: Sendable {
  private struct State {
    var events: [String] = []
    var counts: [String: Int] = [:]
    var promises: [ConnectionPromise<String>?] = []
    var connection: Connection<String>?
    var made = 0
    var sent = 0
  }

  let script: LifecycleScript
  private let state = Locked(State())
  /// How many hooks have returned.
  private let done = ObservedValue(0)
  private let holder = ConnectionHolder()

  init(_ script: LifecycleScript, over connector: any HTTPConnector, at url: String, inMainThread: Bool) {
    self.script = script
    let spec = Spec(base: url, scripted: Weak(self))
    let connection = Connection(spec) { [weak self] _ in self?.hook("success") }
    connection.httpConnector = ScriptedConnector(connector, Weak(self))
    connection.callbackInMainThread = inMainThread
    connection.holder = holder
    let listener = ScriptedListener(Weak(self))
    connection.addListener(listener).addResponseListener(listener).addErrorListener(listener)
    state.withLock { $0.connection = connection }
  }

  var events: [String] { state.withLock { $0.events } }

  /// What the promise of each start has become.
  var promises: [String] {
    state.withLock { $0.promises }.map { promise in
      switch promise?.settled {
      case .fulfilled: "value"
      case .rejected: "failed"
      case .cancelled: "cancelled"
      case nil: "pending"
      }
    }
  }

  /// Waits until so many hooks have returned.
  func quiet(after count: Int) async throws { try await done.wait { $0 >= count } }

  /// Lets go of the connection.
  func end() { _ = state.withLock { $0.connection.take() } }

  func hook(_ event: String) {
    guard let connection = state.withLock({ $0.connection }) else { return }
    let isHeld = holder.contains(connection)
    let steps = state.withLock { state in
      state.events.append(isHeld ? event : "\(event), not held")
      state.counts[event, default: 0] += 1
      return script.steps["\(event) \(state.counts[event] ?? 0)"] ?? []
    }
    for step in steps {
      guard step.isElsewhere else {
        perform(step.action)
        continue
      }
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.perform(step.action)
        ended.signal()
      }
      ended.wait()
    }
    done.update { $0 += 1 }
  }

  func perform(_ action: LifecycleScript.Action) {
    guard let connection = state.withLock({ $0.connection }) else { return }
    switch action {
    case .cancel: connection.cancel()
    case .cancelAll: holder.cancelAll()
    case .interrupt: connection.interrupt()
    case .breakInterruption: connection.breakInterruption()
    case .restart: keep { connection.restart() }
    case .repeatRequest: keep { connection.repeatRequest() }
    }
  }

  /// Keeps the promise of a start, in the order in which they begin.
  private func keep(_ start: () -> ConnectionPromise<String>) {
    let index = state.withLock { state in
      state.promises.append(nil)
      return state.promises.count - 1
    }
    let promise = start()
    state.withLock { $0.promises[index] = promise }
  }

  /// The address of the next request.
  func make(_ url: String) -> String {
    let isPossible = state.withLock { state in
      state.made += 1
      return state.made != script.impossibleRequest
    }
    hook("make")
    return isPossible ? url : ""
  }

  func answer() -> LifecycleScript.Answer {
    let answer = state.withLock { state in
      state.sent += 1
      return script.answers[(state.sent - 1) % script.answers.count]
    }
    hook("send")
    return answer
  }

  struct Weak: Sendable {
    weak let scripted: ScriptedConnection?

    init(_ scripted: ScriptedConnection) { self.scripted = scripted }
  }

  private struct Spec: ConnectionSpec {
    let base: String
    let scripted: Weak

    var url: String { scripted.scripted?.make(base) ?? base }

    func validate(response: Response) -> Bool {
      scripted.scripted?.hook("validate")
      return response.statusCode == 200
    }

    func parseResponse(response: Response) throws -> String {
      scripted.scripted?.hook("parseResponse")
      return try response.text()
    }
  }
}

/// Sends each request to the path of its answer.
private final class ScriptedConnector: HTTPConnector {
  private let inner: any HTTPConnector
  private let weak: ScriptedConnection.Weak

  init(_ inner: any HTTPConnector, _ weak: ScriptedConnection.Weak) { (self.inner, self.weak) = (inner, weak) }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    inner.execute(request: request, complete: complete)
  }

  func cancel() { inner.cancel() }

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    var answered = request
    answered.url = request.url.appending(path: (weak.scripted?.answer() ?? .lost).rawValue)
    return inner.start(answered, progress: progress, complete: complete)
  }
}

/// Passes every event on to the script, and refuses what it refuses.
private final class ScriptedListener: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
  private let weak: ScriptedConnection.Weak

  init(_ weak: ScriptedConnection.Weak) { self.weak = weak }

  private func hook(_ event: String) { weak.scripted?.hook(event) }

  func onStart(connection: any ConnectionTask, request: Request) { hook("onStart") }

  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) { hook("onEnd") }

  func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
    hook("onReceived")
    return weak.scripted?.script.veto != "onReceived"
  }

  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    hook("onReceivedModel")
    return weak.scripted?.script.veto != "onReceivedModel"
  }

  func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) { hook("afterSuccess") }

  func onNetworkError(connection: any ConnectionTask, error: (any Error)?) { hook("onNetworkError") }

  func onResponseError(connection: any ConnectionTask, response: Response) { hook("onResponseError") }

  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: any Sendable) {
    hook("onValidationError")
  }

  func onCanceled(connection: any ConnectionTask) { hook("onCanceled") }

  func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) { hook("afterError") }
}
