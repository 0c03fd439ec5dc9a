/// Stages joined in their order, ready to be run.
///
/// A pipeline is synchronous until its first stage that really suspends; from there on it is one Swift task, on threads of the library's
/// pool.
///
/// ```swift
/// let pipeline = Pipeline {
///   Stage.sending(over: connector)
///   Stage.accepting(200..<300)
///   Stage.parsing(User.self)
/// }
/// print(pipeline)                                 // send → accept(200..<300) → parse(User)
/// let user = try await pipeline(request)          // or pipeline.start(request).success { user in … }
/// ```
public struct Pipeline<Input: Sendable, Output: Sendable>: Sendable {
  /// The joined stages, as one.
  public let stage: Stage<Input, Output>

  /// Makes a pipeline of one stage.
  public init(_ stage: Stage<Input, Output>) { self.stage = stage }

  /// Joins stages in the order they are written; `if` and `if`/`else` choose among them.
  public init(@PipelineBuilder _ stages: () -> Stage<Input, Output>) { stage = stages() }

  /// Runs the pipeline.
  ///
  /// - Throws: ``ConnectionError``; `.cancelled` if the task is cancelled.
  public func callAsFunction(_ input: Input) async throws(ConnectionError) -> Output {
    try await stage(input)
  }

  /// Runs the pipeline, and gives its failure as a value.
  public func result(_ input: Input) async -> Result<Output, ConnectionError> {
    do throws(ConnectionError) {
      return .success(try await stage(input))
    } catch {
      return .failure(error)
    }
  }

  /// Runs a pipeline whose stages do not suspend, here and now: validating and parsing a canned response, say.
  ///
  /// - Throws: ``ConnectionError``; with ``SuspendedPipeline`` if a stage had to wait, whose work is then cancelled.
  public func runSynchronously(_ input: Input) throws(ConnectionError) -> Output {
    switch try stage.run(input) {
    case .finished(let output):
      return output
    case .suspended(let rest):
      // NB: what began must be awaited to be cancelled, and cancelled first, so that nothing more begins.
      Task(executorPreference: ThreadPool.shared) {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await rest()
      }
      throw ConnectionError(.invalidRequest, nativeError: SuspendedPipeline())
    }
  }
}

extension Pipeline: CustomStringConvertible {
  /// The stages' names in their order: `makeRequest → onStart → retry(3) { send } → parse`.
  public var description: String { stage.outline.description }

  /// The same as a Mermaid flowchart, a wrapper as a box around what it wraps.
  public var mermaid: String { stage.outline.mermaid }
}

/// A pipeline that was to run synchronously has a stage that waits.
public struct SuspendedPipeline: AbstractHTTPError {
  /// What is wrong, in words.
  public var description: String { "a stage had to wait; await the pipeline, or start it" }
}
