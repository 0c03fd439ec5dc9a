/// A step of a pipeline: a named function from an input to an output.
///
/// Any error that a stage throws becomes a ``ConnectionError`` of the stage's type. A `ConnectionError` is passed on
/// unchanged, so that the innermost stage determines the failure.
///
/// ```swift
/// let trimming = Stage<String, String>("trim", failing: .parse) { text in
///   text.trimmingCharacters(in: .whitespaces)
/// }
/// try await trimming("  pong ")        // "pong"
/// ```
///
/// A stage with a plain closure runs immediately on the current thread: the caller's before the first stage that
/// suspends, and afterwards a thread of the library's pool, which it may block. A stage with an `async` closure or with
/// callbacks may suspend, and is cancelled with the task that awaits it.
public struct Stage<Input: Sendable, Output: Sendable>: Sendable {
  let outline: PipelineDescription
  let run: @Sendable (Input) throws(ConnectionError) -> Step<Output>

  init(outline: PipelineDescription, run: @escaping @Sendable (Input) throws(ConnectionError) -> Step<Output>) {
    self.outline = outline
    self.run = run
  }

  /// Creates a stage from a plain closure.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline.
  ///   - type: The type of the error if the closure throws. Defaults to `.network`. A `CancellationError` becomes
  ///     `.cancelled`.
  ///   - transform: Creates the output from the input.
  public init(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ transform: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(outline: .stage(name)) { input throws(ConnectionError) in
      .finished(try ConnectionError.failing(type) { try transform(input) })
    }
  }

  /// Creates a stage from an `async` closure. It always suspends, even if the closure doesn't, and isn't run if the
  /// task has been cancelled.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline.
  ///   - type: The type of the error if the closure throws. Defaults to `.network`. A `CancellationError` becomes
  ///     `.cancelled`.
  ///   - transform: Creates the output from the input.
  public init(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ transform: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(outline: .stage(name), failing: type, suspending: transform)
  }

  init(
    outline: PipelineDescription,
    failing type: ConnectionErrorType = .network,
    suspending transform: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(outline: outline) { input in
      .suspended(
        Rest { () async throws(ConnectionError) in
          do {
            try Task.checkCancellation()
            return try await transform(input)
          } catch {
            throw ConnectionError(type, thrown: error)
          }
        }
      )
    }
  }

  /// Runs the stage with an input.
  ///
  /// - Throws: ``ConnectionError``. Its type is `.cancelled` if the task is cancelled.
  public func callAsFunction(_ input: Input) async throws(ConnectionError) -> Output {
    switch try run(input) {
    case .finished(let output):
      return output
    case .suspended(let rest):
      return try await withTaskExecutorPreference(ThreadPool.shared) { () async throws(ConnectionError) in
        try await rest()
      }
    }
  }

  /// Returns the stage with another name, as one box in the printed pipeline.
  public func named(_ name: String) -> Stage {
    Stage(outline: .stage(name), run: run)
  }
}

extension Stage where Input == Output {
  /// A stage that changes nothing. It disappears when it is joined to another stage.
  public static var identity: Stage {
    Stage(outline: .nothing) { .finished($0) }
  }
}

extension Stage: CustomStringConvertible {
  /// The names of the stages that this stage is composed of, in their order.
  public var description: String { outline.description }
}
