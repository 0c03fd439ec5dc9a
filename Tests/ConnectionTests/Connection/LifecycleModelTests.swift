import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Generated lives of connections, compared event by event with a model of the rules.
@Suite(.timeLimit(.minutes(2)))
struct LifecycleModelTests {
  enum Place: CaseIterable, Sendable {
    /// Answers before its `start` returns.
    case stub
    /// Answers from another thread.
    case laterStub
    /// A real server, over the default connector.
    case server

    var lives: Int { self == .server ? 400 : 1_500 }
  }

  @Test(arguments: Place.allCases, [false, true])
  func `a connection does what the model does, whatever its hooks do`(place: Place, inMainThread: Bool) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/accepted", .text("pong")).on(.get, "/refused", .status(500)).on(
      .get,
      "/lost",
      .fault(.malformedStatusLine)
    )
    let url = place == .server ? server.url("/") : "http://probe.test/"

    for seed in 0..<place.lives {
      var random = Generator(seed)
      let script = LifecycleScript(&random)
      let connector = connector(place)

      let difference = try await lived(script, over: connector, at: url, inMainThread)

      #expect(difference == nil, "seed \(seed): \(script)")
      if difference != nil { return }
    }
  }

  private func connector(_ place: Place) -> any HTTPConnector {
    let stub = StubConnector { request in
      switch request.url.lastPathComponent {
      case "accepted": return Response(data: Data("pong".utf8))
      case "refused": return Response(statusCode: 500)
      default: throw URLError(.networkConnectionLost)
      }
    }
    switch place {
    case .stub: return stub
    case .laterStub: return stub.delayed(by: .zero)
    case .server: return DefaultHTTPConnector.patient
    }
  }

  /// How a connection differs from the model, if it does.
  private func lived(
    _ script: LifecycleScript,
    over connector: any HTTPConnector,
    at url: String,
    _ inMainThread: Bool
  ) async throws -> String? {
    var model = LifecycleModel(script)
    let scripted = ScriptedConnection(script, over: connector, at: url, inMainThread: inMainThread)
    defer { scripted.end() }
    for action in [.restart] + script.later + [.cancel] {
      model.perform(action)
      scripted.perform(action)
      try await scripted.quiet(after: model.events.count)
      let (events, promises) = (scripted.events, scripted.promises)
      if events != model.events { return "\(events)\nis not\n\(model.events)" }
      if promises != model.promises { return "\(promises) is not \(model.promises) after \(events)" }
    }
    return nil
  }
}
