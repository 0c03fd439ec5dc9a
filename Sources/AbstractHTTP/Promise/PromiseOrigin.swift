/// How a promise was made, so that it can be made again.
///
/// It knows the executor and the handlers of a chain, and none of its values: a promise that has settled lets go of its
/// source, and can be retried nevertheless.
@usableFromInline
final class PromiseOrigin: Sendable {
  typealias Start = @Sendable (PromiseCore) -> Void

  enum Making: Sendable {
    /// It settled when it was made.
    case settled(Settlement)

    /// It was made by an executor.
    case started(Start)

    /// It was derived from another one.
    case derived(PromiseOrigin, sharesFailure: Bool, PromiseLink)

    /// It is made by a closure that knows the whole.
    case made(@Sendable () -> PromiseCore)
  }

  // NB: changed in `deinit` only, which the compiler cannot see.
  nonisolated(unsafe) private var making: Making

  /// The promise, as long as it has not been started: once its origin is gone, nobody can.
  private let cold: Locked<PromiseCore?>

  /// The origins of promises that this one can start.
  private let kept: [PromiseOrigin]

  private let canStart: Bool

  init(_ making: Making, cold: PromiseCore? = nil, keeping kept: [PromiseOrigin] = []) {
    self.making = making
    self.cold = Locked(cold)
    self.kept = kept
    canStart = cold != nil || kept.contains(where: \.canStart)
  }

  deinit {
    cold.withLock { $0 }?.forget()
    release()
  }

  /// Whether nobody has started the promise.
  var isCold: Bool { cold.withLock { $0 != nil } }

  /// Lets go of the promise, which has been started.
  func warm() { _ = cold.withLock { $0.take() } }

  /// The same, for a promise that is chained to this one: it cannot start it, and does not keep others from being told
  /// that nobody can.
  var recipe: PromiseOrigin { canStart ? PromiseOrigin(making) : self }

  /// Makes the promise anew.
  func make() -> PromiseCore {
    var links: [(sharesFailure: Bool, link: PromiseLink)] = []
    var origin = self
    while case .derived(let parent, let sharesFailure, let link) = origin.making {
      links.append((sharesFailure, link))
      origin = parent
    }
    return links.reversed().reduce(origin.root()) { $0.derive(sharesFailure: $1.sharesFailure, $1.link) }
  }

  private func root() -> PromiseCore {
    switch making {
    case .settled(let settlement): return PromiseCore(PromiseMachine(settlement: settlement))
    case .derived: return make()
    case .made(let make): return make()
    case .started(let start):
      let core = PromiseCore(PromiseMachine())
      start(core)
      return core
    }
  }

  /// Releases a long chain link by link: left to themselves, the links would use the stack.
  private func release() {
    guard case .derived = making else { return }
    var next = parent()
    while isKnownUniquelyReferenced(&next) { next = next?.parent() }
  }

  private func parent() -> PromiseOrigin? {
    guard case .derived(let parent, _, _) = making else { return nil }
    making = .settled(.cancelled(nil))
    return parent
  }
}
