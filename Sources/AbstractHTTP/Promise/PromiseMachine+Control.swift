extension PromiseMachine {
  enum Cancelling: ~Copyable, Sendable {
    case tooLate
    case asked(@Sendable (ControlRequest) -> Void)
    case cancelled(Completion)
  }

  /// Cancels the promise, or requests that from its owner, if that may still settle it.
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

  /// The objects that a pause or a resume is passed on to.
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

  /// The objects that an adoption releases, after the lock is released.
  struct Former: Sendable {
    let source: PromiseCore?
    let inner: [PromiseCore]
    let starter: DeferredStart?
  }

  /// Makes a promise the inner promise, and releases the source and former inner promises. While this promise is
  /// paused, it keeps the object that starts the inner one.
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
