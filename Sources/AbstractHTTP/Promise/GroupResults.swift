/// What the members of a group have become so far.
struct GroupResults: Sendable {
  private(set) var settlements: [AnyOutcome?]
  private(set) var completed = 0
  var hasEnded = false

  init(total: Int) { settlements = Array(repeating: nil, count: total) }

  var progress: GroupProgress { GroupProgress(completed: completed, total: settlements.count) }

  var isComplete: Bool { completed == settlements.count }

  mutating func note(_ settlement: AnyOutcome, at index: Int) {
    settlements[index] = settlement
    completed += 1
  }

  /// What the members were fulfilled with, as far as they were, in their order.
  var fulfilled: [any AnyBox] {
    settlements.compactMap { settlement in
      guard case .fulfilled(let value) = settlement else { return nil }
      return value
    }
  }

  /// The values of the members that were fulfilled, in their order.
  func values<Value: Sendable>(_ type: Value.Type) -> [Value] { fulfilled.map { unbox($0, as: type) } }

  /// How each member ended, in their order.
  func outcomes<Value: Sendable, Failure>(_ type: Value.Type, _ failure: Failure.Type) -> [Outcome<Value, Failure>] {
    settlements.compactMap { $0?.outcome(type, failure) }
  }

  /// The errors of the members that were not fulfilled, in their order.
  func errors<Failure: Error>(_ type: Failure.Type) -> [Failure?] {
    settlements.compactMap { $0?.errorInfo(type) }.map(\.error)
  }
}
