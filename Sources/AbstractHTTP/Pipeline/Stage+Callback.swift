extension Stage {
  /// Creates a stage from a callback-based API.
  ///
  /// ```swift
  /// let reading = Stage<URL, Data>("read", failing: .network) { url, complete in
  ///   let job = reader.read(url) { complete($0) }
  ///   return { job.stop() }            // called if the pipeline is cancelled
  /// }
  /// ```
  ///
  /// If the callback is called on the same thread before `begin` returns, the pipeline doesn't suspend. Only the first
  /// call counts. If the callback is released without being called, the stage fails with ``DroppedCallback``.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline.
  ///   - type: The type of the error if the stage fails. Defaults to `.network`.
  ///   - begin: Starts the work and returns a closure that cancels it. A cancelled pipeline doesn't wait for the
  ///     callback.
  public init(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ begin:
      @escaping @Sendable (
        _ input: Input, _ complete: @escaping @Sendable (Result<Output, any Error>) -> Void
      ) throws -> @Sendable () -> Void
  ) {
    self.init(outline: .stage(name)) { input throws(ConnectionError) in
      let answer = OneShot<Output>()
      let cancel: @Sendable () -> Void
      do {
        cancel = try begin(input, answer.callback())
      } catch {
        throw ConnectionError(type, thrown: error)
      }
      if let result = answer.givenByCreator { return .finished(try result.named(type)) }
      return .suspended(
        Rest(startsByWaiting: true) { () async throws(ConnectionError) in
          try await answer.awaited(orCancelledBy: cancel).named(type)
        }
      )
    }
  }
}

/// The error of a callback that was released without being called.
public struct DroppedCallback: AbstractHTTPError {
  /// A description of the error.
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
