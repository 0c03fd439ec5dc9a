import AbstractHTTP
import Foundation
import Synchronization

/// What somebody writes who has no library: the same work, in the same order, as one chain of closures around one object with
/// one lock.
final class HandWritten: ConnectionTask {
  private struct State {
    var isRunning = false
    var isCancelled = false
    var request: Request?
    var result: Result<String, any Error>?
  }

  private let state = Mutex(State())
  private let connector: any HTTPConnector
  private let listeners: [any ConnectionListener]
  private let responseListeners: [any ConnectionResponseListener]
  private let errorListeners: [any ConnectionErrorListener]

  init(
    _ connector: any HTTPConnector,
    _ listeners: [any ConnectionListener],
    _ responseListeners: [any ConnectionResponseListener],
    _ errorListeners: [any ConnectionErrorListener]
  ) {
    self.connector = connector
    self.listeners = listeners
    self.responseListeners = responseListeners
    self.errorListeners = errorListeners
  }

  func start(onSuccess: @escaping @Sendable (String) -> Void) -> Result<String, any Error>? {
    let request: Request
    do { request = try requestSpec.request() } catch { return end(.failure(error), nil) }
    state.withLock {
      $0.isRunning = true
      $0.request = request
    }
    for listener in listeners { listener.onStart(connection: self, request: request) }
    guard !state.withLock({ $0.isCancelled }) else { return nil }
    connector.execute(request: request) { response, error in
      self.received(response, error, onSuccess)
    }
    return state.withLock { $0.result }
  }

  private func received(_ response: Response?, _ error: (any Error)?, _ onSuccess: (String) -> Void) {
    guard !state.withLock({ $0.isCancelled }) else { return }
    guard let response else {
      for listener in errorListeners { listener.onNetworkError(connection: self, error: error) }
      _ = end(.failure(error ?? URLError(.unknown)), nil)
      return
    }
    for listener in responseListeners {
      guard listener.onReceived(connection: self, response: response) else { return }
      guard !state.withLock({ $0.isCancelled }) else { return }
    }
    guard GetText().validate(response: response) else { return }
    guard let model = try? GetText().parseResponse(response: response) else { return }
    for listener in responseListeners {
      guard listener.onReceivedModel(connection: self, responseModel: model) else { return }
      guard !state.withLock({ $0.isCancelled }) else { return }
    }
    onSuccess(model)
    for listener in responseListeners { listener.afterSuccess(connection: self, responseModel: model) }
    _ = end(.success(model), response)
  }

  private func end(_ result: Result<String, any Error>, _ response: Response?) -> Result<String, any Error> {
    state.withLock {
      $0.result = result
      $0.isRunning = false
    }
    for listener in listeners {
      listener.onEnd(connection: self, response: response, responseModel: try? result.get(), error: nil)
    }
    return result
  }
}

/// What the listeners' signatures ask for, and nothing uses.
extension HandWritten {
  var requestSpec: any RequestSpec { GetText() }
  var latestRequest: Request? { state.withLock { $0.request } }
  var executionId: ExecutionId? { nil }
  var description: String { "by hand" }
  func run(repeating: Bool) {}
  func cancel() { state.withLock { $0.isCancelled = true } }
  func interrupt() {}
  func breakInterruption() {}
  func suspend() {}
  func resume() {}
  func addListener(_ listener: any ConnectionListener) -> Self { self }
  func addResponseListener(_ listener: any ConnectionResponseListener) -> Self { self }
  func addErrorListener(_ listener: any ConnectionErrorListener) -> Self { self }
  func removeListener(_ listener: any ConnectionListener) {}
  func removeResponseListener(_ listener: any ConnectionResponseListener) {}
  func removeErrorListener(_ listener: any ConnectionErrorListener) {}
}
