extension PromiseMachine {
  enum Cancelling: ~Copyable, Sendable {
    case tooLate
    case asked(@Sendable (ControlRequest) -> Void)
    case cancelled(Completion)
  }

  /// Cancels the promise; or asks its owner to, if it has one that may still settle it.
  mutating func cancel(_ new: AnyOutcome) -> Cancelling {
    guard decided == nil else { return .tooLate }
    guard let details = details?.first, let owner = details.owner, details.held == nil, details.decision == nil else {
      wasCancelled = true
      return .cancelled(finish(new))
    }
    guard !details.wasAsked else { return .tooLate }
    detail { $0.wasAsked = true }
    return .asked(owner)
  }

  /// What a pause or a resume is passed on to.
  struct Control: Sendable {
    var action: (@Sendable () -> Void)?
    var start: (@Sendable (PromiseCore) -> Void)?
    var starter: DeferredStart?
    var inner: [PromiseCore] = []
    var backlog: [any AnyBox] = []
    var held: AnyOutcome?
  }

  mutating func pause() -> Control {
    guard settlement == nil, !isPaused else { return Control() }
    isPaused = true
    return Control(action: details?.first?.pausing, inner: details?.first?.inner ?? [])
  }

  mutating func resume() -> Control {
    guard settlement == nil, let former = details?.first else {
      isPaused = false
      return Control()
    }
    guard isPaused else { return Control(inner: former.inner) }
    isPaused = false
    detail {
      $0.start = nil
      $0.starter = nil
      $0.backlog = []
      $0.held = nil
    }
    return Control(
      action: former.start == nil ? former.resuming : nil,
      start: former.start,
      starter: former.starter,
      inner: former.inner,
      backlog: former.backlog,
      held: former.held
    )
  }

  enum Adoption: Sendable {
    case tooLate(AnyOutcome)
    case adopted(isPaused: Bool, released: Former)
  }

  /// What an adoption lets go of, to be released once the lock is left.
  struct Former: Sendable {
    let source: PromiseCore?
    let inner: [PromiseCore]
    let starter: DeferredStart?
  }

  /// Takes a promise as its own, in place of its source and of those it had; while it is paused, it keeps what starts that one.
  mutating func adopt(_ inner: PromiseCore, startedBy starter: DeferredStart?) -> Adoption {
    if let settlement { return .tooLate(settlement) }
    let details = details?.first
    let former = Former(source: source.take(), inner: details?.inner ?? [], starter: details?.starter)
    sharesFailure = true
    let kept = isPaused ? starter : nil
    detail {
      $0.inner = [inner]
      $0.starter = kept
    }
    return .adopted(isPaused: isPaused, released: former)
  }
}
