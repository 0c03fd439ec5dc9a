/// One step of a pipeline: a function from what arrives to what is passed on, with a name.
///
/// Whatever a stage throws becomes a ``ConnectionError`` of the type it is given; a `ConnectionError` passes unchanged, so
/// that the innermost stage names the failure.
///
/// ```swift
/// let trimming = Stage<String, String>("trim", failing: .parse) { text in
///   text.trimmingCharacters(in: .whitespaces)
/// }
/// try await trimming("  pong ")        // "pong"
/// ```
///
/// A stage made from a plain closure runs at once, on the thread that it is reached on: the caller's before the first stage that
/// suspends, and then one of the library's pool, which it may block. One made from an `async` closure or from callbacks may
/// suspend, and is cancelled with the task that awaits it.
public struct Stage<Input: Sendable, Output: Sendable>: Sendable {
  let outline: PipelineDescription
  let run: @Sendable (Input) throws(ConnectionError) -> Step<Output>

  init(outline: PipelineDescription, run: @escaping @Sendable (Input) throws(ConnectionError) -> Step<Output>) {
    self.outline = outline
    self.run = run
  }

  /// Makes a stage of a plain closure.
  ///
  /// - Parameters:
  ///   - name: What the printed pipeline calls it.
  ///   - type: What an error that is thrown becomes; `.network` by default. A `CancellationError` becomes `.cancelled`.
  ///   - transform: Makes the output of the input.
  public init(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ transform: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(outline: .stage(name)) { input throws(ConnectionError) in
      .finished(try ConnectionError.failing(type) { try transform(input) })
    }
  }

  /// Makes a stage of an `async` closure. It suspends always, also if the closure does not, and does not begin in a task that
  /// was cancelled.
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

  /// Passes an input through the stage.
  ///
  /// - Throws: ``ConnectionError``; `.cancelled` if the task is cancelled.
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

  /// The stage by another name, as one box in the printed pipeline.
  public func named(_ name: String) -> Stage {
    Stage(outline: .stage(name), run: run)
  }
}

extension Stage where Input == Output {
  /// The stage that changes nothing: joined to any other, it leaves no trace.
  public static var identity: Stage {
    Stage(outline: .nothing) { .finished($0) }
  }
}

extension Stage: CustomStringConvertible {
  /// The names of the stages that this one is made of, in their order.
  public var description: String { outline.description }
}
