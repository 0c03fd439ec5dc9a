/// A connector written with async/await: one method, whose task is cancelled when the exchange is.
///
/// ```swift
/// final class Disk: AsyncHTTPConnector {
///   func response(to request: Request) async throws -> Response {
///     Response(data: try await read(request.url.lastPathComponent))
///   }
/// }
/// ```
public protocol AsyncHTTPConnector: HTTPConnector {
  /// Exchanges a request for a response. Should stop soon once its task is cancelled, which prefers the threads of the library's
  /// pool.
  func response(to request: Request) async throws -> Response
}

extension AsyncHTTPConnector {
  /// Runs ``response(to:)`` in a task of its own.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    _ = start(request, progress: { _ in }) { result in
      switch result {
      case .success(let response): complete(response, nil)
      case .failure(let error): complete(nil, error)
      }
    }
  }

  /// Does nothing: each exchange is cancelled by itself.
  public func cancel() {}

  /// Runs ``response(to:)`` in a task of its own, which is cancelled with the exchange.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    TaskExchange(
      task: Task(executorPreference: ThreadPool.shared) {
        do {
          complete(.success(try await self.response(to: request)))
        } catch {
          complete(.failure(error))
        }
      }
    )
  }
}

/// The exchange that a Swift task makes.
private final class TaskExchange: HTTPExchange {
  private let task: Task<Void, Never>

  init(task: Task<Void, Never>) { self.task = task }

  func cancel() { task.cancel() }
}
