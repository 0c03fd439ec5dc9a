import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A lifecycle that nobody changed runs as one function, a changed one as joined stages. Both are the same.
@Suite(.timeLimit(.minutes(1)))
struct LifecycleFormsTests {
  private static let events = [
    "onStart", "onReceived", "validate", "parseResponse", "onReceivedModel", "afterSuccess", "afterError", "onEnd",
  ]

  @Test(arguments: 0..<300)
  func `the function and the joined stages do the same`(seed: Int) async {
    var random = Generator(seed)
    let life = Life(&random)

    let plain = await life.lived { _ in }
    let joined = await life.lived { connection in connection.transform { _ in } }

    #expect(plain == joined, "\(life)")
  }

  /// A call: what the server answers and when, what is refused, and what a hook does.
  private struct Life: CustomStringConvertible, Sendable {
    let answer: Int
    let isLater: Bool
    let hasMiddleware: Bool
    let veto: String?
    let isValid: Bool
    let isParsed: Bool
    let event: String
    let action: String

    init(_ random: inout Generator) {
      answer = [200, 200, 200, 500, 0].randomElement(using: &random) ?? 200
      isLater = .random(using: &random)
      hasMiddleware = .random(using: &random)
      veto = [nil, nil, "onReceived", "onReceivedModel"].randomElement(using: &random) ?? nil
      isValid = Int.random(in: 0..<6, using: &random) > 0
      isParsed = Int.random(in: 0..<6, using: &random) > 0
      event = LifecycleFormsTests.events.randomElement(using: &random) ?? "onEnd"
      action = ["none", "cancel", "restart", "repeat"].randomElement(using: &random) ?? "none"
    }

    var description: String {
      "\(answer) later: \(isLater) middleware: \(hasMiddleware) veto: \(veto ?? "none") valid: \(isValid) "
        + "parsed: \(isParsed), \(action) at \(event)"
    }

    /// The events, the error and the number of requests.
    func lived(_ change: (Connection<String>) -> Void) async -> [String] {
      let recorder = Recorder()
      let stub = answer == 0 ? StubConnector.failing(URLError(.timedOut)) : StubConnector(Response(statusCode: answer))
      let connector = isLater ? stub.delayed(by: .zero) : stub
      let holder = Locked<Connection<String>?>(nil)
      let spec = Probe(
        recorder: recorder,
        isValid: isValid,
        parseError: isParsed ? nil : URLError(.cannotParseResponse),
        connection: { holder.withLock { $0 } }
      )
      let connection = Connection.probe(spec, over: connector)
      holder.withLock { $0 = connection }
      if hasMiddleware { connection.use(.retry(RetryPolicy(limit: 0)), .headers(["X-Page": "1"])) }
      if let veto { recorder.veto(veto) }
      act(on: recorder)
      change(connection)

      connection.start()
      await recorder.ended()
      let isFollowed = action != "none" && action != "cancel" && recorder.events.contains(event)
      if isFollowed, ["afterSuccess", "afterError", "onEnd"].contains(event) { await recorder.ended(2) }
      holder.withLock { $0 = nil }
      let error = recorder.error.map { "\($0.type) \($0.request != nil) \($0.response != nil)" } ?? "no error"
      return recorder.events + [error, "\(connector.requestCount)"]
    }

    private func act(on recorder: Recorder) {
      recorder.once(event) { [action] connection in
        switch action {
        case "cancel": connection.cancel()
        case "restart": connection.run(repeating: false)
        case "repeat": connection.run(repeating: true)
        default: break
        }
      }
    }
  }
}
