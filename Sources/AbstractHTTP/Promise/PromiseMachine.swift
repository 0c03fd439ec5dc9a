/// What a promise is at a moment, and what each call makes of it.
///
/// It is pure: a call changes the state and returns what is to be done once the lock is left. It can't be copied, because a
/// copy would retain and release everything that it holds.
struct PromiseMachine: ~Copyable, Sendable {
  private(set) var settlement: AnyOutcome?
  var isPaused = false
  var wasCancelled = false

  var listeners = PromiseListeners()

  /// The promise that this one is derived from.
  var source: PromiseCore?

  /// How the promise can be made again, if it can: a fulfilled one has let go of that.
  private(set) var origin: PromiseFactory?

  /// Whether the failures of its source, or of its inner promises, are of its own type.
  var sharesFailure: Bool

  /// None or one: an array, because that is one word; and optional, because an empty array is retained and released.
  private(set) var details: [PromiseDetails]?

  init(
    settlement: AnyOutcome? = nil,
    source: PromiseCore? = nil,
    origin: PromiseFactory? = nil,
    sharesFailure: Bool = true,
    details: PromiseDetails? = nil,
    isPaused: Bool = false
  ) {
    self.settlement = settlement
    self.source = source
    self.origin = origin
    self.sharesFailure = sharesFailure
    self.details = details.map { [$0] }
    self.isPaused = isPaused
  }

  /// Changes what only few promises have.
  mutating func detail(_ change: (inout PromiseDetails) -> Void) {
    var changed = details.take() ?? [PromiseDetails()]
    change(&changed[0])
    details = changed
  }
}

extension PromiseMachine {
  /// What a promise leaves behind when it settles: to be done, or only to be released, once the lock is left.
  struct Completion: ~Copyable, Sendable {
    let sharesFailure: Bool
    var listeners = PromiseListeners()
    var released = Released()

    var source: PromiseCore? { released.source }
    var details: PromiseDetails? { released.details?.first }

    /// Gives the listeners away.
    mutating func takeListeners() -> PromiseListeners {
      var taken = PromiseListeners()
      swap(&taken, &listeners)
      return taken
    }
  }

  /// What is let go of.
  struct Released: Sendable {
    var source: PromiseCore?
    var origin: PromiseFactory?
    var details: [PromiseDetails]?
  }

  /// Settles the promise if nothing has yet; while it is paused, a settlement is kept, except a cancel.
  @inline(__always)
  mutating func settle(_ new: AnyOutcome) -> Completion? {
    guard settlement == nil else { return nil }
    guard !isPaused || new.isCancelled else {
      if details?.first?.held == nil { detail { $0.held = new } }
      return nil
    }
    return finish(new)
  }

  /// Becomes cancelled, because nobody can settle it any more.
  mutating func abandon() -> Completion? {
    settlement == nil && details?.first?.held == nil ? finish(.cancelled(nil)) : nil
  }

  /// Becomes cancelled, because whoever could start it has gone.
  mutating func forget() -> Completion? {
    isCold ? finish(.cancelled(nil)) : nil
  }

  /// Whether it has an executor that has not been run.
  var isCold: Bool { settlement == nil && details?.first?.start != nil }

  @inline(__always)
  mutating func finish(_ new: AnyOutcome) -> Completion {
    var completion = Completion(sharesFailure: sharesFailure)
    swap(&completion.listeners, &listeners)
    completion.released.source = source.take()
    if case .fulfilled = new { completion.released.origin = origin.take() }
    if details != nil {
      completion.released.details = details.take()
      details = completion.details?.remains
    }
    settlement = new
    isPaused = false
    return completion
  }
}

extension PromiseMachine {
  /// Notes how the promise can be made again, unless it is fulfilled.
  ///
  /// - Returns: What was noted before, to be released once the lock is left.
  mutating func remember(_ new: PromiseFactory) -> PromiseFactory? {
    guard state != .fulfilled else { return nil }
    let former = origin
    origin = new
    return former
  }

  /// Adds a listener, or returns the settlement that it is to receive at once.
  mutating func attach(_ listener: PromiseListener) -> AnyOutcome? {
    if settlement == nil { append(listener) }
    return settlement
  }

  /// Adds a listener to a promise that has not settled.
  @inline(__always)
  mutating func append(_ listener: consuming PromiseListener) { listeners.append(listener) }

  /// Removes a listener, and says whether nobody waits now.
  mutating func detach(_ identity: ObjectIdentifier) -> (removed: PromiseListener?, isDeserted: Bool) {
    let removed = listeners.remove(identity)
    return (removed, settlement == nil && !listeners.hasWaiting)
  }

  /// Notes a progress, which is passed on now, or kept while the promise is paused.
  mutating func report(_ new: any AnyBox) -> (listeners: PromiseListeners, old: (any AnyBox)?)? {
    guard settlement == nil, details?.first?.held == nil else { return nil }
    guard !isPaused else {
      detail { $0.backlog.append(new) }
      return nil
    }
    let old = details?.first?.progress
    detail { $0.progress = new }
    return (listeners, old)
  }
}
