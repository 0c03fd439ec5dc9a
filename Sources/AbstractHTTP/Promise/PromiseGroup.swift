/// How many promises of a group have settled.
public struct GroupProgress: Sendable, Hashable {
  /// The number of promises that have settled.
  public var completed: Int

  /// The number of promises in the group.
  public var total: Int

  /// Makes the progress of a group.
  public init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }
}

/// The error of a group of which no promise was fulfilled.
public struct AllFailed<Failure: Error>: Error {
  /// The errors of the promises in their order; nil where one was cancelled without an error.
  public var errors: [Failure?]
}

extension AllFailed: Equatable where Failure: Equatable {}

/// What the members of a group have become so far.
struct Tally: Sendable {
  private(set) var settlements: [Settlement?]
  private(set) var completed = 0
  var hasEnded = false

  init(total: Int) { settlements = Array(repeating: nil, count: total) }

  var progress: GroupProgress { GroupProgress(completed: completed, total: settlements.count) }

  var isComplete: Bool { completed == settlements.count }

  mutating func note(_ settlement: Settlement, at index: Int) {
    settlements[index] = settlement
    completed += 1
  }

  /// What the members were fulfilled with, as far as they were, in their order.
  var fulfilled: [any Sendable] {
    settlements.compactMap { settlement in
      guard case .fulfilled(let value) = settlement else { return nil }
      return value
    }
  }

  /// The values of the members that were fulfilled, in their order.
  func values<Value: Sendable>(_ type: Value.Type) -> [Value] { fulfilled.map { restored($0, as: type) } }

  /// The errors of the members that were not fulfilled, in their order.
  func errors<Failure: Error>(_ type: Failure.Type) -> [Failure?] {
    settlements.compactMap { $0?.errorInfo(type) }.map(\.error)
  }
}

/// A promise made of many: its members are paused, resumed and cancelled along with it.
struct PromiseGroup: Sendable {
  /// What the group settles with after a member has, if it does.
  typealias Rule = @Sendable (_ latest: Settlement, _ tally: Tally) -> Settlement?

  /// What it settles with if it has no members.
  private let empty: @Sendable () -> Settlement

  /// Whether its failures are of its members' type.
  private let sharesFailure: Bool

  private let rule: Rule

  init(empty: @autoclosure @escaping @Sendable () -> Settlement, sharesFailure: Bool = true, rule: @escaping Rule) {
    self.empty = empty
    self.sharesFailure = sharesFailure
    self.rule = rule
  }

  func joined(_ members: [PromiseCore]) -> PromiseCore {
    guard !members.isEmpty else { return PromiseCore(PromiseMachine(settlement: empty())) }
    let group = PromiseCore(PromiseMachine(sharesFailure: sharesFailure, details: PromiseDetails(inner: members)))
    let board = Board(total: members.count)
    for (index, member) in members.enumerated() {
      member.attach(.observer(ObjectIdentifier(group)) { note($0, at: index, on: board, for: group) })
    }
    return group
  }

  private func note(_ settlement: Settlement, at index: Int, on board: Board, for group: PromiseCore) {
    let noted: (ending: Settlement?, progress: GroupProgress)? = board.tally.withLock { tally in
      guard !tally.hasEnded else { return nil }
      tally.note(settlement, at: index)
      let ending = rule(settlement, tally)
      tally.hasEnded = ending != nil
      return (ending, tally.progress)
    }
    guard let (ending, progress) = noted else { return }
    guard let ending else { return group.report(Erased(progress)) }
    if case .fulfilled = ending { group.report(Erased(progress)) }
    let members = group.withMachine { $0.details.first?.inner ?? [] }
    group.settle(ending)
    for member in members { member.cancel(.cancelled(nil)) }
  }

  /// A promise of the group, and how to make it again if that can be done.
  struct Member: Sendable {
    let core: PromiseCore
    let origin: PromiseOrigin?

    var maker: @Sendable () -> PromiseCore {
      guard let recipe = origin?.recipe else { return { [core] in core } }
      return { recipe.make() }
    }
  }

  private final class Board: Sendable {
    let tally: Locked<Tally>

    init(total: Int) { tally = Locked(Tally(total: total)) }
  }
}
