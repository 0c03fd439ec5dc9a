/// How a promise was made, so that it can be made again.
///
/// It knows the executor and the handlers of a chain, and no values but the one that the chain began with: a promise that
/// failed has let go of its source, and can be retried nevertheless. A fulfilled promise lets go of its factory.
@usableFromInline
final class PromiseFactory: Sendable {
  @usableFromInline
  typealias Start = @Sendable (PromiseCore) -> Void

  /// A promise that was made again, and what can start it if it waits for that.
  typealias Made = (core: PromiseCore, starter: DeferredStart?)

  enum Making: Sendable {
    /// It settled when it was made.
    case settled(AnyOutcome)

    /// It was made by an executor.
    case started(Start)

    /// It was derived from another one.
    case derived(sharesFailure: Bool, PromiseLink)

    /// It was made of another one by a closure.
    case rebuilt(@Sendable (PromiseCore) -> PromiseCore)

    /// It is made by a closure that knows the whole.
    case made(@Sendable () -> PromiseCore)

    /// It is a group, which is made by a closure.
    case group(@Sendable (_ isCold: Bool) -> Made)
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
  ///
  /// - Parameter isCold: Whether its executor waits for a resume.
  func make(isCold: Bool = false) -> Made {
    var links: [@Sendable (PromiseCore) -> PromiseCore] = []
    var origin = self
    while let link = origin.link, let parent = origin.parent {
      links.append(link)
      origin = parent
    }
    let root = origin.root(isCold: isCold)
    let core = links.reversed().reduce(root.core) { $1($0) }
    core.remember(self)
    return (core, root.starter)
  }

  /// What makes it of its parent, if it has one.
  private var link: (@Sendable (PromiseCore) -> PromiseCore)? {
    switch making {
    case .derived(let sharesFailure, let link): { $0.derive(sharesFailure: sharesFailure, link) }
    case .rebuilt(let make): make
    case .settled, .started, .made, .group: nil
    }
  }

  private func root(isCold: Bool) -> Made {
    switch making {
    case .settled(let settlement): return (PromiseCore(settlement), nil)
    case .derived, .rebuilt: return (PromiseCore(PromiseMachine(settlement: .cancelled(nil))), nil)
    case .made(let make): return (make(), nil)
    case .group(let make): return make(isCold)
    case .started(let start):
      if isCold {
        let (core, starter) = DeferredStart.promise(start)
        return (core, starter)
      }
      let core = PromiseCore(PromiseMachine())
      start(core)
      return (core, nil)
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
