/// The state of a promise, and its transitions.
///
/// It is pure: a call changes the state and returns the action to perform after the lock is released. It can't be
/// copied, because a copy would retain and release everything that it holds.
struct PromiseMachine: ~Copyable, Sendable {
  private(set) var settlement: AnyOutcome?
  var isPaused = false
  var wasCancelled = false

  var listeners = PromiseListeners()

  /// The promise that this one is derived from.
  var source: PromiseCore?

  /// The factory that creates the promise again, if possible. A fulfilled promise has released it.
  private(set) var origin: PromiseFactory?

  /// Whether the failures of its source or its inner promises have this promise's failure type.
  var sharesFailure: Bool

  /// One element: an array, because that takes a single word, and optional, because an empty array is retained
  /// and released.
  private(set) var details: [PromiseDetails]?

  init(
    settlement: AnyOutcome? = nil,
    source: PromiseCore? = nil,
    origin: PromiseFactory? = nil,
    sharesFailure: Bool = true,
    details: consuming PromiseDetails? = nil,
    isPaused: Bool = false
  ) {
    self.settlement = settlement
    self.source = source
    self.origin = origin
    self.sharesFailure = sharesFailure
    if let details { self.details = [details] }
    self.isPaused = isPaused
  }

  /// Changes the parts that few promises have.
  mutating func detail(_ change: (inout PromiseDetails) -> Void) {
    var changed = details.take() ?? [PromiseDetails()]
    change(&changed[0])
    details = changed
  }
}

extension PromiseMachine {
  /// The result of settling: an action to perform, and objects to release, after the lock is released.
  struct Completion: ~Copyable, Sendable {
    let sharesFailure: Bool
    var listeners = PromiseListeners()
    var released = Released()

    var source: PromiseCore? { released.source }
    var details: PromiseDetails? { released.details?.first }

    /// Takes the listeners.
    mutating func takeListeners() -> PromiseListeners {
      var taken = PromiseListeners()
      swap(&taken, &listeners)
      return taken
    }
  }

  /// Objects to release.
  struct Released: Sendable {
    var source: PromiseCore?
    var origin: PromiseFactory?
    var details: [PromiseDetails]?
  }

  /// Settles the promise if it is pending. While it is paused, any settlement except a cancellation is held back.
  @inline(__always)
  mutating func settle(_ new: AnyOutcome) -> Completion? {
    guard settlement == nil else { return nil }
    guard !isPaused || new.isCancelled else {
      if details?.first?.held == nil { detail { $0.held = new } }
      return nil
    }
    return finish(new)
  }

  /// Cancels the promise, because nothing is left that could settle it.
  mutating func abandon() -> Completion? {
    settlement == nil && details?.first?.held == nil ? finish(.cancelled(nil)) : nil
  }

  /// Cancels the promise, because nothing is left that could start it.
  mutating func forget() -> Completion? {
    isCold ? finish(.cancelled(nil)) : nil
  }

  /// Whether it has an executor that hasn't been run.
  var isCold: Bool { settlement == nil && details?.first?.start != nil }

  @inline(__always)
  mutating func finish(_ new: AnyOutcome) -> Completion {
    var completion = Completion(sharesFailure: sharesFailure)
    swap(&completion.listeners, &listeners)
    completion.released.source = source.take()
    if case .fulfilled = new { completion.released.origin = origin.take() }
    if details != nil {
      completion.released.details = details.take()
      details = completion.released.details?[0].remains  // NB: `first` would copy the element
    }
    settlement = new
    isPaused = false
    return completion
  }
}

extension PromiseMachine {
  /// Stores the factory that creates the promise again, unless the promise is fulfilled.
  ///
  /// - Returns: The former factory, to be released after the lock is released.
  mutating func remember(_ new: PromiseFactory) -> PromiseFactory? {
    guard state != .fulfilled else { return nil }
    let former = origin
    origin = new
    return former
  }

  /// Adds a listener, or returns the settlement to pass to it at once.
  mutating func attach(_ listener: PromiseListener) -> AnyOutcome? {
    if settlement == nil { append(listener) }
    return settlement
  }

  /// Adds a listener to a pending promise.
  @inline(__always)
  mutating func append(_ listener: consuming PromiseListener) { listeners.append(listener) }

  /// Removes a listener, and returns whether the promise has no waiting listeners left.
  mutating func detach(_ identity: ObjectIdentifier) -> (removed: PromiseListener?, isDeserted: Bool) {
    let removed = listeners.remove(identity)
    return (removed, settlement == nil && !listeners.hasWaiting)
  }

  /// Stores a progress, which is passed on now, or held back while the promise is paused.
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
