/// A sequence of joined stages, ready to run.
///
/// A pipeline is synchronous up to the first stage that actually suspends. From there on, it is one Swift task, on
/// threads of the library's pool.
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
  /// The joined stages, as a single one.
  public let stage: Stage<Input, Output>

  /// Creates a pipeline with one stage.
  public init(_ stage: Stage<Input, Output>) { self.stage = stage }

  /// Creates a pipeline that joins stages in the order in which they are written. `if` and `if`/`else` choose among
  /// them.
  public init(@PipelineBuilder _ stages: () -> Stage<Input, Output>) { stage = stages() }

  /// Runs the pipeline.
  ///
  /// - Throws: ``ConnectionError``. Its type is `.cancelled` if the task is cancelled.
  public func callAsFunction(_ input: Input) async throws(ConnectionError) -> Output {
    try await stage(input)
  }

  /// Runs the pipeline, and returns its result as a value.
  public func result(_ input: Input) async -> Result<Output, ConnectionError> {
    do throws(ConnectionError) {
      return .success(try await stage(input))
    } catch {
      return .failure(error)
    }
  }

  /// Runs the pipeline on the calling thread. Its stages must not suspend: it can validate and parse a canned response,
  /// for example.
  ///
  /// - Parameter input: The input of the first stage.
  /// - Throws: ``ConnectionError``. If a stage had to wait, its work is cancelled, and the cause is
  ///   ``SuspendedPipeline``.
  public func runSynchronously(_ input: Input) throws(ConnectionError) -> Output {
    switch try stage.run(input) {
    case .finished(let output):
      return output
    case .suspended(let rest):
      // NB: work in progress must be awaited in order to be cancelled, and is cancelled first, so that nothing else
      // starts.
      Task(executorPreference: ThreadPool.shared) {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await rest()
      }
      throw ConnectionError(.invalidRequest, nativeError: SuspendedPipeline())
    }
  }
}

extension Pipeline: CustomStringConvertible {
  /// The names of the stages in their order: `makeRequest → onStart → retry(3) { send } → parse`.
  public var description: String { stage.outline.description }

  /// The stages as a Mermaid flowchart, with each wrapper as a box around the stages that it wraps.
  public var mermaid: String { stage.outline.mermaid }
}

/// The error of a stage that waits in a pipeline that should run synchronously.
public struct SuspendedPipeline: AbstractHTTPError {
  /// A description of the error.
  public var description: String { "a stage had to wait; await the pipeline, or start it" }
}
