/// Turns what a source settled with into what is to become of the promise derived from it.
@usableFromInline
typealias PromiseLink = @Sendable (AnyOutcome) -> LinkStep

/// What a promise does once its source has settled.
@usableFromInline
enum LinkStep: Sendable {
  /// It settles.
  case settle(AnyOutcome)

  /// It becomes what another promise becomes; or what the link makes of that.
  case follow(PromiseCore, PromiseLink? = nil)

  /// It goes on from the main actor.
  case hop(@MainActor @Sendable () -> LinkStep)
}

/// Whoever waits for a promise.
@usableFromInline
enum PromiseListener: Sendable {
  /// A promise chained to this one.
  case derived(PromiseCore, PromiseLink)

  /// A promise that this one is an inner promise of: it hears the progress, too.
  case outer(PromiseCore, PromiseLink?)

  /// A task that waits: it receives the outcome as soon as that is decided.
  case awaiter(ObjectIdentifier, @Sendable (AnyOutcome) -> Void)

  /// A handler of the same promise.
  case observer(ObjectIdentifier?, @Sendable (AnyOutcome) -> Void)

  /// A handler of progress.
  case watcher(ObjectIdentifier?, @Sendable (_ old: (any AnyBox)?, _ new: any AnyBox) -> Void)

  /// What it is found by when it is to be removed.
  var identity: ObjectIdentifier? {
    switch self {
    case .derived(let core, _), .outer(let core, _): ObjectIdentifier(core)
    case .awaiter(let identity, _): identity
    case .observer(let identity, _), .watcher(let identity, _): identity
    }
  }

  consuming func receive(_ settlement: AnyOutcome) {
    switch consume self {
    case .derived(let core, let link): core.take(settlement, by: link)
    case .outer(let core, let link?): core.take(settlement, by: link)
    case .outer(let core, nil): core.settle(settlement)
    case .observer(_, let observe), .awaiter(_, let observe): observe(settlement)
    case .watcher: break
    }
  }

  func receive(progress new: any AnyBox, after old: (any AnyBox)?) {
    switch self {
    case .outer(let core, _): core.report(new)
    case .watcher(_, let watch): watch(old, new)
    case .derived, .observer, .awaiter: break
    }
  }
}

/// The listeners of a promise, in the order they came; the first needs no allocation.
struct PromiseListeners: Sendable {
  private var first: PromiseListener?

  // Optional, because an empty array is retained and released.
  private var rest: [PromiseListener]?

  init(first: PromiseListener? = nil) { self.first = first }

  var isEmpty: Bool { first == nil }

  var count: Int { (first == nil ? 0 : 1) + (rest?.count ?? 0) }

  @inline(__always)
  mutating func append(_ listener: consuming PromiseListener) {
    if first == nil { first = consume listener } else { appendToRest(listener) }
  }

  private mutating func appendToRest(_ listener: consuming PromiseListener) {
    var others = rest.take() ?? []
    others.append(listener)
    rest = others
  }

  /// Removes the listener with this identity.
  ///
  /// - Returns: The listener, to be released once the lock is left.
  mutating func remove(_ identity: ObjectIdentifier) -> PromiseListener? {
    if let found = first, found.identity == identity {
      first = rest?.isEmpty == false ? rest?.removeFirst() : nil
      return found
    }
    guard let index = rest?.firstIndex(where: { $0.identity == identity }) else { return nil }
    return rest?.remove(at: index)
  }

  /// Passes each on, in order; the first is let go of before the others are called.
  @inline(__always)
  consuming func forEach(_ body: (consuming PromiseListener) -> Void) {
    if let first = first.take() { body(first) }
    guard let rest else { return }
    for listener in rest { body(listener) }
  }
}
