/// A connector that is written with async/await. Cancelling an exchange cancels its task.
///
/// ```swift
/// final class Disk: AsyncHTTPConnector {
///   func response(to request: Request) async throws -> Response {
///     Response(data: try await read(request.url.lastPathComponent))
///   }
/// }
/// ```
public protocol AsyncHTTPConnector: HTTPConnector {
  /// Sends a request, and returns its response. The task prefers the threads of the library's pool. The method should
  /// stop soon once its task is cancelled.
  func response(to request: Request) async throws -> Response

  /// Sends a request, reports its progress, and returns its response. Calls ``response(to:)`` by default, which reports
  /// none.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - progress: Call it as bytes are transferred, from any task or thread, any number of times. It calls the
  ///     handlers of promises, which may block the thread.
  func response(to request: Request, progress: @escaping @Sendable (TransferProgress) -> Void) async throws -> Response
}

extension AsyncHTTPConnector {
  /// Calls ``response(to:)``, and reports no progress.
  public func response(
    to request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> Response {
    try await response(to: request)
  }

  /// Runs ``response(to:)`` in a separate task.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    _ = start(request, progress: { _ in }) { result in
      switch result {
      case .success(let response): complete(response, nil)
      case .failure(let error): complete(nil, error)
      }
    }
  }

  /// Does nothing, because each exchange is cancelled separately.
  public func cancel() {}

  /// Runs ``response(to:progress:)`` in a separate task, which is cancelled with the exchange.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    TaskExchange(
      task: Task(executorPreference: ThreadPool.shared) {
        do {
          complete(.success(try await self.response(to: request, progress: progress)))
        } catch {
          complete(.failure(error))
        }
      }
    )
  }
}

/// An exchange that runs in a Swift task.
private final class TaskExchange: HTTPExchange {
  private let task: Task<Void, Never>

  init(task: Task<Void, Never>) { self.task = task }

  func cancel() { task.cancel() }
}
