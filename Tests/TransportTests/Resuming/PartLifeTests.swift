@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// When a part is written and let go of, whatever the engine does.
@Suite(.timeLimit(.minutes(1)))
struct PartLifeTests {
  private let scene: ResumeScene

  init() throws { scene = try ResumeScene() }

  private static let head = WireHead(statusCode: 200, headers: ResumeScene.tag)

  @Test func `a cancel lets go of the part before the engine has ended`() async throws {
    let engine = StuckEngine()
    let exchange = DefaultHTTPConnector(engine: engine).start(try scene.request(), progress: { _ in }) { _ in }
    let file = try engine.requests.all.first?.file(for: Self.head)
    try Data("half".utf8).withUnsafeBytes { try file?.write($0) }

    exchange.cancel()
    let next = Resumption(try scene.request())

    #expect(next?.offset == 4)
    #expect(throws: URLError.self) { try Data("more".utf8).withUnsafeBytes { try file?.write($0) } }
    #expect(throws: URLError.self) { try file?.finish() }
    #expect(try scene.folder.text(of: ".a.part") == "half")
    next?.leave()
  }

  #if os(Linux)
    /// Fails an exchange whose bytes wait to be written, and returns what is in the folder when that is told.
    private func fail(after head: WireHead, _ code: URLError.Code) async throws -> [String] {
      var wire = try WireRequest(scene.request(), TransferSettings())
      wire.resume(Resumption(try scene.request()), isAsked: false)
      let receiver = try BodyReceiver(of: wire, after: head, decoding: []) {}
      _ = Data("half".utf8).withUnsafeBytes { receiver.append($0) }
      return await withCheckedContinuation { continuation in
        receiver.fail(URLError(code)) { _ in continuation.resume(returning: scene.folder.names) }
      }
    }

    @Test func `what waits to be written is written before the failure is told`() async throws {
      let names = try await fail(after: Self.head, .timedOut)

      #expect(names == [".a.part", ".a.part.json"])
      #expect(scene.destination.partial()?.received == 4)
    }

    @Test func `a file that is not kept is gone when the failure is told`() async throws {
      let names = try await fail(after: WireHead(statusCode: 200, headers: [:]), .timedOut)

      #expect(names == [])
    }
  #endif
}

/// An engine that never ends a transfer.
private final class StuckEngine: TransferEngine {
  let requests = Record<WireRequest>()

  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    requests.add(request)
    return Stuck(complete)
  }

  private final class Stuck: HTTPExchange {
    private let complete: @Sendable (Result<WireResponse, any Error>) -> Void

    init(_ complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void) { self.complete = complete }

    func cancel() {}
  }
}
