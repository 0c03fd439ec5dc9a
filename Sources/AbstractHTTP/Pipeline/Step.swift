/// The result of running a stage: its output, or the rest of its work, which must be awaited.
enum Step<Output: Sendable>: Sendable {
  case finished(Output)
  case suspended(Rest<Output>)
}

extension Step {
  /// The output, awaited if necessary.
  var output: Output {
    get async throws(ConnectionError) {
      switch self {
      case .finished(let output): output
      case .suspended(let rest): try await rest()
      }
    }
  }
}

/// The rest of a stage's work.
///
/// It is awaited exactly once, and may hold a transfer that only it can end.
struct Rest<Output: Sendable>: Sendable {
  /// Whether it begins by waiting for a ``OneShot``, so that a task can run that far on any thread.
  let startsByWaiting: Bool

  private let work: @Sendable () async throws(ConnectionError) -> Output

  init(startsByWaiting: Bool = false, _ work: @escaping @Sendable () async throws(ConnectionError) -> Output) {
    self.startsByWaiting = startsByWaiting
    self.work = work
  }

  func callAsFunction() async throws(ConnectionError) -> Output { try await work() }

  /// The output or the error, as a value.
  var result: Result<Output, ConnectionError> {
    get async {
      do throws(ConnectionError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
  }

  /// Joins the rest with the code that follows it.
  func then<Next>(_ next: @escaping @Sendable (Self) async throws(ConnectionError) -> Next) -> Rest<Next> {
    Rest<Next>(startsByWaiting: startsByWaiting) { () async throws(ConnectionError) in try await next(self) }
  }

  /// Awaits the rest in a task on the library's threads.
  ///
  /// - Parameter end: Called with the outcome, at the end of the task.
  func inTask(_ end: @escaping @Sendable (Result<Output, ConnectionError>) -> Void) -> Task<Void, Never> {
    guard startsByWaiting else { return Task(executorPreference: ThreadPool.shared) { end(await result) } }
    return ThreadPool.shared.startingHere { Task(executorPreference: ThreadPool.shared) { end(await result) } }
  }
}
