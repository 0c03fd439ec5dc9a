/// Creates a promise again, in the way in which it was first created.
///
/// It keeps the executor and the handlers of a chain, and no values except the one that the chain began with. A failed
/// promise has therefore released its source, and can still be retried. A fulfilled promise releases its factory.
@usableFromInline
final class PromiseFactory: Sendable {
  @usableFromInline
  typealias Start = @Sendable (PromiseCore) -> Void

  /// A promise that was created again, and the object that starts it if it waits for a resume.
  typealias Made = (core: PromiseCore, starter: DeferredStart?)

  enum Making: Sendable {
    /// The promise was created with an outcome.
    case settled(AnyOutcome)

    /// The promise was created with an executor.
    case started(Start)

    /// The promise is derived from another one.
    case derived(sharesFailure: Bool, PromiseLink)

    /// The promise was created from another one by a closure.
    case rebuilt(@Sendable (PromiseCore) -> PromiseCore)

    /// A closure creates the whole promise.
    case made(@Sendable () -> PromiseCore)

    /// The promise is a group, which a closure creates.
    case group(@Sendable (_ isCold: Bool) -> Made)
  }

  private let making: Making

  // NB: only changed in `deinit`, which the compiler can't see.
  nonisolated(unsafe) private var parent: PromiseFactory?

  init(_ making: consuming Making, from parent: PromiseFactory? = nil) {
    self.making = making
    self.parent = parent
  }

  /// Releases a long chain link by link, because releasing it recursively would exhaust the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// Creates the promise again, so that the new promise can also be created again.
  ///
  /// - Parameter isCold: Whether the new promise's executor waits for a resume.
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

  /// Creates the promise from its parent, if it has one.
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
  /// Creates the factory of a promise whose executor has been run.
  @usableFromInline
  convenience init(startedBy start: @escaping PromiseFactory.Start) {
    self.init(PromiseMachine(origin: PromiseFactory(.started(start))))
    start(self)
  }
}
