/// The results of a group's members so far.
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

  /// The values of the members that were fulfilled, in their order.
  var fulfilled: [any AnyBox] {
    settlements.compactMap { settlement in
      guard case .fulfilled(let value) = settlement else { return nil }
      return value
    }
  }

  /// Returns the values of the members that were fulfilled, in their order.
  func values<Value: Sendable>(_ type: Value.Type) -> [Value] { fulfilled.map { unbox($0, as: type) } }

  /// Returns the outcomes of the members, in their order.
  func outcomes<Value: Sendable, Failure>(_ type: Value.Type, _ failure: Failure.Type) -> [Outcome<Value, Failure>] {
    settlements.compactMap { $0?.outcome(type, failure) }
  }

  /// Returns the errors of the members that weren't fulfilled, in their order.
  func errors<Failure: Error>(_ type: Failure.Type) -> [Failure?] {
    settlements.compactMap { $0?.errorInfo(type) }.map(\.error)
  }
}
