/// A promise composed of many: pausing, resuming, or cancelling it does the same to its members.
struct PromiseGroup: Sendable {
  /// Returns the settlement of the group after a member has settled; nil if the group is still pending.
  typealias Rule = @Sendable (_ latest: AnyOutcome, _ results: GroupResults) -> AnyOutcome?

  /// The settlement of a group without members.
  private let empty: @Sendable () -> AnyOutcome

  /// Whether it has the failure type of its members.
  private let sharesFailure: Bool

  private let rule: Rule

  init(empty: @autoclosure @escaping @Sendable () -> AnyOutcome, sharesFailure: Bool = true, rule: @escaping Rule) {
    self.empty = empty
    self.sharesFailure = sharesFailure
    self.rule = rule
  }

  /// Creates a group that can be created again, and the object that starts its members.
  func made(of members: [Member]) -> PromiseFactory.Made {
    let again = members.map(\.again)
    let core = joined(members.map(\.core))
    core.remember(PromiseFactory(.group { isCold in made(of: again.map { $0.make(isCold: isCold) }) }))
    return (core, members.contains { $0.starter != nil } ? DeferredStart(members: members) : nil)
  }

  private func joined(_ members: [PromiseCore]) -> PromiseCore {
    guard !members.isEmpty else { return PromiseCore(PromiseMachine(settlement: empty())) }
    let group = PromiseCore(PromiseMachine(sharesFailure: sharesFailure, details: PromiseDetails(inner: members)))
    let board = Board(total: members.count)
    for (index, member) in members.enumerated() {
      member.attach(.group(group) { note($0.visible, at: index, on: board, for: group) })
    }
    return group
  }

  private func note(_ settlement: AnyOutcome, at index: Int, on board: Board, for group: PromiseCore) {
    let noted: (ending: AnyOutcome?, progress: GroupProgress)? = board.results.withLock { results in
      guard !results.hasEnded else { return nil }
      results.note(settlement, at: index)
      let ending = rule(settlement, results)
      results.hasEnded = ending != nil
      return (ending, results.progress)
    }
    guard let (ending, progress) = noted else { return settlement.markHandled() }
    if ending?.isSameFailure(as: settlement) != true { settlement.markHandled() }
    guard let ending else { return group.report(Box(progress)) }
    if case .fulfilled = ending { group.report(Box(progress)) }
    let members = group.withMachine { $0.details?.first?.inner ?? [] }
    group.settle(ending)
    for member in members { member.cancel(.cancelled(nil)) }
  }

  /// A member of the group, and how to create it again, if possible.
  struct Member: Sendable {
    let core: PromiseCore
    let starter: DeferredStart?

    init<Progress, Value, Failure>(_ promise: Promise<Progress, Value, Failure>) {
      self.init(core: promise.core, starter: promise.scope?.starter)
    }

    init(core: PromiseCore, starter: DeferredStart?) {
      self.core = core
      self.starter = starter
    }

    var again: Again {
      guard !core.isFulfilled, let origin = core.remaking else { return .same(core) }
      return .made(origin, wasCold: starter?.isCold == true)
    }
  }

  /// How a member is treated when its group is created again.
  enum Again: Sendable {
    case same(PromiseCore)
    case made(PromiseFactory, wasCold: Bool)

    func make(isCold: Bool) -> Member {
      switch self {
      case .same(let core): return Member(core: core, starter: nil)
      case .made(let origin, let wasCold):
        let made = origin.make(isCold: isCold && wasCold)
        return Member(core: made.core, starter: made.starter)
      }
    }
  }

  private final class Board: Sendable {
    let results: Locked<GroupResults>

    init(total: Int) { results = Locked(GroupResults(total: total)) }
  }
}
