import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class URLSessionEngine: TransferEngine {
  static let shared = URLSessionEngine()
  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    complete(.failure(URLError(.unknown)))
    return StubExchange.ended
  }
}
