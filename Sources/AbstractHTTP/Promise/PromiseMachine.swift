/// What a promise is at a moment, and what each call makes of it.
///
/// It is pure: a call changes the state and returns what is to be done once the lock is left.
struct PromiseMachine: Sendable {
  private(set) var settlement: Settlement?
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
    settlement: Settlement? = nil,
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
  struct Farewell: Sendable {
    let settlement: Settlement
    let sharesFailure: Bool
    var listeners = PromiseListeners()
    var source: PromiseCore?
    var details: [PromiseDetails] = []
  }

  /// Settles the promise if nothing has yet; while it is paused, a settlement is kept, except a cancel.
  mutating func settle(_ new: Settlement) -> Farewell? {
    guard settlement == nil else { return nil }
    guard !isPaused || new.isCancelled else {
      if details.first?.held == nil { detail { $0.held = new } }
      return nil
    }
    return finish(new)
  }

  /// Becomes cancelled, because nobody can settle it any more.
  mutating func abandon() -> Farewell? {
    settlement == nil && details.first?.held == nil ? finish(.cancelled(nil)) : nil
  }

  /// Becomes cancelled, because whoever could start it has gone.
  mutating func forget() -> Farewell? {
    isCold && details.first?.isAdopted == false ? finish(.cancelled(nil)) : nil
  }

  /// Whether it has an executor that has not been run.
  var isCold: Bool { settlement == nil && details.first?.start != nil }

  mutating func finish(_ new: Settlement) -> Farewell {
    var farewell = Farewell(settlement: new, sharesFailure: sharesFailure)
    swap(&farewell.listeners, &listeners)
    swap(&farewell.source, &source)
    if !details.isEmpty {
      swap(&farewell.details, &details)
      details = farewell.details[0].remains
    }
    settlement = new
    isPaused = false
    return farewell
  }
}

extension PromiseMachine {
  /// Adds a listener, or returns the settlement that it is to be told at once.
  mutating func attach(_ listener: PromiseListener) -> Settlement? {
    if settlement == nil { listeners.append(listener) }
    return settlement
  }

  /// Removes a listener, and says whether nobody listens now.
  mutating func detach(_ identity: ObjectIdentifier) -> (removed: PromiseListener?, isDeserted: Bool) {
    let removed = listeners.remove(identity)
    return (removed, settlement == nil && listeners.isEmpty)
  }

  /// Notes a progress, which is passed on now, or kept while the promise is paused.
  mutating func report(_ new: any AnyErased) -> (listeners: PromiseListeners, old: (any AnyErased)?)? {
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
