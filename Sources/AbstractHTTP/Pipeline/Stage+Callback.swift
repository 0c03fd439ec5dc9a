extension Stage {
  /// Makes a stage of an API that calls back.
  ///
  /// ```swift
  /// let reading = Stage<URL, Data>("read", failing: .network) { url, complete in
  ///   let job = reader.read(url) { complete($0) }
  ///   return { job.stop() }            // called if the pipeline is cancelled
  /// }
  /// ```
  ///
  /// Called back before `begin` returns, the pipeline does not suspend. The first call counts, later ones are ignored; a
  /// callback that is dropped without a call fails the stage with ``DroppedCallback``.
  ///
  /// - Parameters:
  ///   - name: What the printed pipeline calls it.
  ///   - type: What an error becomes; `.network` by default.
  ///   - begin: Starts the work and returns what cancels it. A cancelled pipeline does not wait for the callback.
  public init(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ begin:
      @escaping @Sendable (
        _ input: Input, _ complete: @escaping @Sendable (Result<Output, any Error>) -> Void
      ) throws -> @Sendable () -> Void
  ) {
    self.init(outline: .stage(name)) { input throws(ConnectionError) in
      let answer = Answer<Output>()
      let cancel: @Sendable () -> Void
      do {
        cancel = try begin(input, answer.callback())
      } catch {
        throw ConnectionError(type, thrown: error)
      }
      if let result = answer.given { return .finished(try result.named(type)) }
      return .suspended { () async throws(ConnectionError) in
        try await answer.awaited(orCancelledBy: cancel).named(type)
      }
    }
  }
}

/// A callback was released without having been called, so that no answer can come any more.
public struct DroppedCallback: Error, CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String { "the callback was dropped without having been called" }
}

extension Result where Failure == any Error {
  func named(_ type: ConnectionErrorType) throws(ConnectionError) -> Success {
    switch self {
    case .success(let output): return output
    case .failure(let error): throw ConnectionError(type, thrown: error)
    }
  }
}

/// An answer that comes once, before anybody waits for it or after.
final class Answer<Output: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Result<Output, any Error>, Never>)
    case given(Result<Output, any Error>)
  }

  private let state = Locked(State.open)

  /// The answer, if it has come.
  var given: Result<Output, any Error>? {
    state.withLock { if case .given(let result) = $0 { result } else { nil } }
  }

  /// What gives the answer, and fails it if it is released without having been called.
  func callback() -> @Sendable (Result<Output, any Error>) -> Void {
    let callback = Callback(self)
    return { callback.call($0) }
  }

  /// Gives the answer; the first one counts.
  func give(_ result: Result<Output, any Error>) {
    let waiter = state.withLock { state -> CheckedContinuation<Result<Output, any Error>, Never>? in
      defer { if case .given = state {} else { state = .given(result) } }
      return if case .awaited(let waiter) = state { waiter } else { nil }
    }
    waiter?.resume(returning: result)
  }

  /// Waits for the answer; if the task is cancelled, cancels the work and waits no longer.
  func awaited(orCancelledBy cancel: @escaping @Sendable () -> Void) async -> Result<Output, any Error> {
    await withTaskCancellationHandler {
      await awaited()
    } onCancel: {
      give(.failure(CancellationError()))
      cancel()
    }
  }

  /// Waits for the answer, whatever happens to the task.
  func awaited() async -> Result<Output, any Error> {
    await withCheckedContinuation { waiter in
      let result = state.withLock { state -> Result<Output, any Error>? in
        if case .given(let result) = state { return result }
        state = .awaited(waiter)
        return nil
      }
      if let result { waiter.resume(returning: result) }
    }
  }
}

/// Answers for a callback that is released uncalled.
private final class Callback<Output: Sendable>: Sendable {
  private let wasCalled = Locked(false)
  private let answer: Answer<Output>

  init(_ answer: Answer<Output>) { self.answer = answer }

  func call(_ result: Result<Output, any Error>) {
    wasCalled.withLock { $0 = true }
    answer.give(result)
  }

  deinit {
    if !wasCalled.withLock({ $0 }) { answer.give(.failure(DroppedCallback())) }
  }
}
