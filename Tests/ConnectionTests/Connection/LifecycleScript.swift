@testable import TestSupport

/// A generated life of a connection: what its server answers, what is refused, and what its hooks do.
struct LifecycleScript: Sendable, CustomStringConvertible {
  enum Action: String, CaseIterable, Sendable {
    case cancel, cancelAll, restart, repeatRequest, interrupt, breakInterruption
  }

  /// What is done in a hook, on its thread or on another one.
  struct Step: Sendable, CustomStringConvertible {
    let action: Action
    let isElsewhere: Bool

    var description: String { "\(action)\(isElsewhere ? " elsewhere" : "")" }
  }

  enum Answer: String, Sendable {
    case accepted, refused, lost
  }

  static let hooks = [
    "make", "onStart", "send", "onReceived", "validate", "parseResponse", "onReceivedModel", "success", "afterSuccess",
    "onNetworkError", "onResponseError", "onValidationError", "onCanceled", "afterError", "onEnd",
  ]

  /// The answers of the server, over and over.
  let answers: [Answer]
  let veto: String?
  /// The number of the request that can't be made.
  let impossibleRequest: Int?
  /// What hooks do, by their name and the number of their call.
  let steps: [String: [Step]]
  /// What is done after that, each when nothing else is to come.
  let later: [Action]

  init(_ random: inout Generator) {
    answers = (0..<3).map { _ in [.accepted, .accepted, .refused, .lost].randomElement(using: &random) ?? .accepted }
    veto = [nil, nil, nil, "onReceived", "onReceivedModel"].randomElement(using: &random) ?? nil
    impossibleRequest = [nil, nil, 1, 2].randomElement(using: &random) ?? nil
    var steps: [String: [Step]] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let hook = "\(Self.hooks.randomElement(using: &random) ?? "onEnd") \(Int.random(in: 1...2, using: &random))"
      steps[hook] = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.step(&random) }
    }
    self.steps = steps
    later = (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.step(&random).action }
  }

  private static func step(_ random: inout Generator) -> Step {
    Step(action: Action.allCases.randomElement(using: &random) ?? .cancel, isElsewhere: .random(using: &random))
  }

  var description: String {
    "\(answers) veto: \(veto ?? "none") impossible: \(impossibleRequest ?? 0) \(steps) later: \(later)"
  }
}
