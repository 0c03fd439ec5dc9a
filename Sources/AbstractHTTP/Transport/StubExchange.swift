import Foundation

/// An exchange of a ``StubConnector`` that completes later, or never.
final class StubExchange: HTTPExchange {
  /// The exchange of a stub that has already answered.
  static let ended = StubExchange()

  private struct State {
    var complete: (@Sendable (Result<Response, any Error>) -> Void)?
    var connector: StubConnector?
    var task: Task<Void, Never>?
    var isSuspended = false
    var held: Result<Response, any Error>?
  }

  private let state: Locked<State>

  init(connector: StubConnector, complete: @escaping @Sendable (Result<Response, any Error>) -> Void) {
    state = Locked(State(complete: complete, connector: connector))
  }

  private init() { state = Locked(State()) }

  func deliver(_ result: Result<Response, any Error>, after wait: @escaping @Sendable () async throws -> Void) {
    let task = Task(executorPreference: ThreadPool.shared) {
      do {
        try await wait()
        self.arrive(result)
      } catch {
        self.end(.failure(error), cancelled: false)
      }
    }
    let isOver = state.withLock { state in
      if state.complete != nil { state.task = task }
      return state.complete == nil
    }
    if isOver { task.cancel() }
  }

  func cancel() { end(.failure(URLError(.cancelled)), cancelled: true) }

  func suspend() {
    let connector = state.withLock { state in
      if state.complete != nil { state.isSuspended = true }
      return state.connector
    }
    connector?.suspended()
  }

  func resume() {
    let held = state.withLock { state in
      state.isSuspended = false
      return state.held
    }
    if let held { end(held, cancelled: false) }
  }

  private func arrive(_ result: Result<Response, any Error>) {
    let isHeld = state.withLock { state in
      if state.isSuspended { state.held = result }
      return state.isSuspended
    }
    if !isHeld { end(result, cancelled: false) }
  }

  private func end(_ result: Result<Response, any Error>, cancelled: Bool) {
    let ending = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard let complete = ending.complete else { return }
    ending.connector?.ended(self, cancelled: cancelled)
    ending.task?.cancel()
    complete(result)
  }
}
