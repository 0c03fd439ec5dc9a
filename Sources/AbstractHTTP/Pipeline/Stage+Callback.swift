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
  /// If the callback is called on the same thread before `begin` returns, the pipeline doesn't suspend. The first call counts, later ones are ignored; a
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

/// A callback was released without having been called, so that no answer can come any more.
public struct DroppedCallback: AbstractHTTPError {
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
