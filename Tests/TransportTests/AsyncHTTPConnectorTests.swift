import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct AsyncHTTPConnectorTests {
  /// Reports the progress that it's created with.
  private final class Moving: AsyncHTTPConnector {
    let steps: [TransferProgress]

    init(_ steps: [TransferProgress]) { self.steps = steps }

    func response(to request: Request) async throws -> Response { try await response(to: request) { _ in } }

    func response(
      to request: Request,
      progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> Response {
      for step in steps { progress(step) }
      return Response(statusCode: 201)
    }
  }

  /// Has no progress to report.
  private final class Plain: AsyncHTTPConnector {
    func response(to request: Request) async throws -> Response { Response(statusCode: 202) }
  }

  private func exchange(over connector: some AsyncHTTPConnector) async throws -> (Int, [TransferProgress]) {
    let (moved, results) = (Record<TransferProgress>(), Record<Result<Response, any Error>>())
    let request = Request(url: .of("http://h.test/"))
    await withCheckedContinuation { continuation in
      _ = connector.start(request, progress: { moved.add($0) }) { result in
        results.add(result)
        continuation.resume()
      }
    }
    return (try results.all[0].get().statusCode, moved.all)
  }

  @Test func `reports the progress of a method that reports it`() async throws {
    let steps = [TransferProgress(received: 1), TransferProgress(received: 2)]

    let (status, moved) = try await exchange(over: Moving(steps))

    #expect(status == 201)
    #expect(moved == steps)
  }

  @Test func `reports no progress of a method that doesn't`() async throws {
    let (status, moved) = try await exchange(over: Plain())

    #expect(status == 202)
    #expect(moved.isEmpty)
  }
}
