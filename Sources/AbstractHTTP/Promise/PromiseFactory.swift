/// How a promise was made, so that it can be made again.
///
/// It knows the executor and the handlers of a chain, and none of its values: a promise that has settled lets go of its
/// source, and can be retried nevertheless.
@usableFromInline
final class PromiseFactory: Sendable {
  typealias Start = @Sendable (PromiseCore) -> Void

  enum Making: Sendable {
    /// It settled when it was made.
    case settled(AnyOutcome)

    /// It was made by an executor.
    case started(Start)

    /// It was derived from another one.
    case derived(sharesFailure: Bool, PromiseLink)

    /// It is made by a closure that knows the whole.
    case made(@Sendable () -> PromiseCore)
  }

  private let making: Making

  // NB: changed in `deinit` only, which the compiler cannot see.
  nonisolated(unsafe) private var parent: PromiseFactory?

  /// What can start the promise, if it has not been started.
  let deferred: DeferredStart?

  init(_ making: consuming Making, from parent: PromiseFactory? = nil, deferred: DeferredStart? = nil) {
    self.making = making
    self.parent = parent
    self.deferred = deferred
  }

  /// Releases a long chain link by link: left to themselves, the links would use the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The same, for a promise that is chained to this one: it cannot start it, and does not keep others from receiving it
  /// that nobody can.
  var recipe: PromiseFactory { deferred == nil ? self : PromiseFactory(making, from: parent) }

  /// Makes the promise anew.
  func make() -> PromiseCore {
    var links: [(sharesFailure: Bool, link: PromiseLink)] = []
    var origin = self
    while case .derived(let sharesFailure, let link) = origin.making, let parent = origin.parent {
      links.append((sharesFailure, link))
      origin = parent
    }
    return links.reversed().reduce(origin.root()) { $0.derive(sharesFailure: $1.sharesFailure, $1.link) }
  }

  private func root() -> PromiseCore {
    switch making {
    case .settled(let settlement): return PromiseCore(PromiseMachine(settlement: settlement))
    case .derived: return PromiseCore(PromiseMachine(settlement: .cancelled(nil)))
    case .made(let make): return make()
    case .started(let start):
      let core = PromiseCore(PromiseMachine())
      start(core)
      return core
    }
  }
}

/// What only those hold who can start a promise: once the last of them is gone, nobody can, and it is cancelled.
final class DeferredStart: Sendable {
  private let cold: Locked<PromiseCore?>
  private let others: [DeferredStart]

  /// Holds a promise that has not been started, or those that can start others.
  init(_ cold: PromiseCore? = nil, others: [DeferredStart] = []) {
    self.cold = Locked(cold)
    self.others = others
  }

  deinit { cold.withLock { $0 }?.forget() }

  /// Whether nobody has started the promise.
  var isCold: Bool { cold.withLock { $0 != nil } }

  /// Lets go of the promise, which has been started.
  func warm() { _ = cold.withLock { $0.take() } }
}
