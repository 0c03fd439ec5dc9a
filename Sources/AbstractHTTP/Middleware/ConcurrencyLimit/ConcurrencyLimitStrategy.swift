/// The permits for each server, which requests take and return.
final class ConcurrencyLimitStrategy: Sendable {
  private static let name = "concurrencyLimit"

  let limit: Int
  private let queue: Int
  private let scope: MiddlewareScope
  private let permits = HostTable(Semaphore()) { $0.isIdle }

  init(limit: Int, queue: Int, scope: MiddlewareScope) {
    self.limit = max(limit, 1)
    self.queue = max(queue, 0)
    self.scope = scope
  }

  /// Returns whether no permit is taken for a server, and no request waits.
  func isIdle(for request: Request) -> Bool { permits.withState(of: scope.key(of: request)) { $0.isIdle } }

  func run(_ request: Request, over next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    let host = scope.key(of: request)
    switch permits.withState(of: host, { $0.enter(limit: limit, queue: queue) }) {
    case .admitted:
      return try permitted(request, host, next)
    case .refused(let waiting):
      throw ConnectionError(.network, nativeError: QueueFull(name: Self.name, waiting: waiting))
    case .queued(let place):
      request.report(.queued(by: Self.name))
      return .suspended(
        Rest { () async throws(ConnectionError) in
          try await place.wait { self.permits.withState(of: host) { $0.leave(place) } }
          return try await self.called(request, host, next)
        }
      )
    }
  }

  /// Continues with the permit of a request that has ended.
  private func called(
    _ request: Request,
    _ host: String,
    _ next: Stage<Request, Response>
  ) async throws(ConnectionError) -> Response {
    guard !Task.isCancelled else {
      giveBack(host)
      throw ConnectionError(.cancelled)
    }
    request.report(.admitted(by: Self.name))
    return try await permitted(request, host, next).output
  }

  private func permitted(
    _ request: Request,
    _ host: String,
    _ next: Stage<Request, Response>
  ) throws(ConnectionError) -> Step<Response> {
    try next.following(request) { result throws(ConnectionError) in
      if case .success(let response) = result, let buffer = response.streamBuffer {
        buffer.atEnd { self.giveBack(host) }
      } else {
        self.giveBack(host)
      }
      return .finished(try result.get())
    }
  }

  private func giveBack(_ host: String) { permits.withState(of: host) { $0.leave() }?.give(.success(())) }
}
