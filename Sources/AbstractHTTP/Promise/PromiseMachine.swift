/// What a promise is at a moment, and what each call makes of it.
///
/// It is pure: a call changes the state and returns what is to be done once the lock is left.
struct PromiseMachine: Sendable {
  private(set) var settlement: AnyOutcome?
  var isPaused = false
  var wasCancelled = false

  private(set) var listeners = PromiseListeners()

  /// The promise that this one is derived from.
  var source: PromiseCore?

  /// Whether the failures of its source, or of its inner promises, are of its own type.
  var sharesFailure: Bool

  /// None or one: an array, because that is one word for the many that have none.
  private(set) var details: [PromiseDetails]

  init(
    settlement: AnyOutcome? = nil,
    source: PromiseCore? = nil,
    sharesFailure: Bool = true,
    details: PromiseDetails? = nil,
    isPaused: Bool = false
  ) {
    self.settlement = settlement
    self.source = source
    self.sharesFailure = sharesFailure
    self.details = details.map { [$0] } ?? []
    self.isPaused = isPaused
  }

  /// Changes what only few promises have.
  mutating func detail(_ change: (inout PromiseDetails) -> Void) {
    if details.isEmpty { details.append(PromiseDetails()) }
    change(&details[0])
  }
}

extension PromiseMachine {
  /// What a promise leaves behind when it settles.
  struct Completion: Sendable {
    let settlement: AnyOutcome
    let sharesFailure: Bool
    var listeners = PromiseListeners()
    var source: PromiseCore?
    var details: [PromiseDetails] = []
  }

  /// Settles the promise if nothing has yet; while it is paused, a settlement is kept, except a cancel.
  mutating func settle(_ new: AnyOutcome) -> Completion? {
    guard settlement == nil else { return nil }
    guard !isPaused || new.isCancelled else {
      if details.first?.held == nil { detail { $0.held = new } }
      return nil
    }
    return finish(new)
  }

  /// Becomes cancelled, because nobody can settle it any more.
  mutating func abandon() -> Completion? {
    settlement == nil && details.first?.held == nil ? finish(.cancelled(nil)) : nil
  }

  /// Becomes cancelled, because whoever could start it has gone.
  mutating func forget() -> Completion? {
    isCold && details.first?.isAdopted == false ? finish(.cancelled(nil)) : nil
  }

  /// Whether it has an executor that has not been run.
  var isCold: Bool { settlement == nil && details.first?.start != nil }

  mutating func finish(_ new: AnyOutcome) -> Completion {
    var completion = Completion(settlement: new, sharesFailure: sharesFailure)
    swap(&completion.listeners, &listeners)
    swap(&completion.source, &source)
    if !details.isEmpty {
      swap(&completion.details, &details)
      details = completion.details[0].remains
    }
    settlement = new
    isPaused = false
    return completion
  }
}

extension PromiseMachine {
  /// Adds a listener, or returns the settlement that it is to receive at once.
  mutating func attach(_ listener: PromiseListener) -> AnyOutcome? {
    if settlement == nil { listeners.append(listener) }
    return settlement
  }

  /// Removes a listener, and says whether nobody listens now.
  mutating func detach(_ identity: ObjectIdentifier) -> (removed: PromiseListener?, isDeserted: Bool) {
    let removed = listeners.remove(identity)
    return (removed, settlement == nil && listeners.isEmpty)
  }

  /// Notes a progress, which is passed on now, or kept while the promise is paused.
  mutating func report(_ new: any AnyBox) -> (listeners: PromiseListeners, old: (any AnyBox)?)? {
    guard settlement == nil, details.first?.held == nil else { return nil }
    guard !isPaused else {
      detail { $0.backlog.append(new) }
      return nil
    }
    let old = details.first?.progress
    detail { $0.progress = new }
    return (listeners, old)
  }
}
