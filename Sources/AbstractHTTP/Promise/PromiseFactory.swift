/// How a promise was made, so that it can be made again.
///
/// It knows the executor and the handlers of a chain, and no values but the one that the chain began with: a promise that
/// failed has let go of its source, and can be retried nevertheless. A fulfilled promise lets go of its factory.
@usableFromInline
final class PromiseFactory: Sendable {
  @usableFromInline
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

  init(_ making: consuming Making, from parent: PromiseFactory? = nil) {
    self.making = making
    self.parent = parent
  }

  /// Releases a long chain link by link: left to themselves, the links would use the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// Makes the promise again, so that it can be made again, too.
  func make() -> PromiseCore {
    var links: [(sharesFailure: Bool, link: PromiseLink)] = []
    var origin = self
    while case .derived(let sharesFailure, let link) = origin.making, let parent = origin.parent {
      links.append((sharesFailure, link))
      origin = parent
    }
    let core = links.reversed().reduce(origin.root()) { $0.derive(sharesFailure: $1.sharesFailure, $1.link) }
    core.remember(self)
    return core
  }

  private func root() -> PromiseCore {
    switch making {
    case .settled(let settlement): return PromiseCore(settlement)
    case .derived: return PromiseCore(PromiseMachine(settlement: .cancelled(nil)))
    case .made(let make): return make()
    case .started(let start):
      let core = PromiseCore(PromiseMachine())
      start(core)
      return core
    }
  }
}

extension PromiseCore {
  /// Makes a promise that was made by an executor, which has been run.
  @usableFromInline
  convenience init(startedBy start: @escaping PromiseFactory.Start) {
    self.init(PromiseMachine(origin: PromiseFactory(.started(start))))
    start(self)
  }
}
