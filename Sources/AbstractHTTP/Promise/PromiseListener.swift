/// Decides the next step of a derived promise from the settlement of its source.
@usableFromInline
typealias PromiseLink = @Sendable (AnyOutcome) -> LinkStep

/// The next step of a promise once its source has settled.
@usableFromInline
enum LinkStep: Sendable {
  /// Settle with an outcome.
  case settle(AnyOutcome)

  /// Settle as another promise does, or as the link decides given its settlement. The other promise is started if
  /// necessary.
  case follow(PromiseCore, DeferredStart?, PromiseLink?)

  /// Continue in another place.
  case hop(HandlerPlace, @Sendable () -> LinkStep)

  static func follow(_ core: PromiseCore, _ link: PromiseLink? = nil) -> LinkStep { .follow(core, nil, link) }

  @usableFromInline
  static func following<Progress, Value, Failure>(_ promise: Promise<Progress, Value, Failure>) -> LinkStep {
    .follow(promise.core, promise.scope?.starter, nil)
  }
}

/// A listener of a promise.
@usableFromInline
enum PromiseListener: Sendable {
  /// A promise chained to this one.
  case derived(PromiseCore, PromiseLink)

  /// The outer promise of this inner promise, which also receives its progress.
  case outer(PromiseCore, PromiseLink?)

  /// A waiting task, which receives the outcome as soon as it is decided.
  case awaiter(ObjectIdentifier, @Sendable (AnyOutcome) -> Void)

  /// A promise that settles as this one does, and reports transformed progress.
  case mapped(PromiseCore, @Sendable (any AnyBox) -> any AnyBox)

  /// A group that contains this promise.
  case group(PromiseCore, @Sendable (AnyOutcome) -> Void)

  /// A handler of the same promise.
  case observer(ObjectIdentifier?, @Sendable (AnyOutcome) -> Void)

  /// A progress handler, which doesn't wait for the promise.
  case watcher(ObjectIdentifier?, @Sendable (ProgressEvent) -> Void)

  /// The identity by which the listener can be removed.
  var identity: ObjectIdentifier? {
    switch self {
    case .awaiter(let identity, _): identity
    case .observer(let identity, _), .watcher(let identity, _): identity
    case .derived, .outer, .mapped, .group: dependent.map { ObjectIdentifier($0) }
    }
  }

  /// The waiting promise.
  var dependent: PromiseCore? {
    switch self {
    case .derived(let core, _), .outer(let core, _), .mapped(let core, _), .group(let core, _): core
    case .observer, .awaiter, .watcher: nil
    }
  }

  var isWatcher: Bool {
    if case .watcher = self { true } else { false }
  }

  consuming func receive(_ settlement: AnyOutcome) {
    switch consume self {
    case .derived(let core, let link): core.take(settlement, by: link)
    case .outer(let core, let link?): core.take(settlement, by: link)
    case .outer(let core, nil), .mapped(let core, _): core.settle(settlement)
    case .group(_, let observe), .observer(_, let observe), .awaiter(_, let observe): observe(settlement)
    case .watcher(_, let watch): watch(.ended)
    }
  }

  func receive(progress new: any AnyBox, after old: (any AnyBox)?) {
    switch self {
    case .outer(let core, _): core.report(new)
    case .mapped(let core, let transform): core.report(transform(new))
    case .watcher(_, let watch): watch(.progressed(old: old, new: new))
    case .derived, .group, .observer, .awaiter: break
    }
  }
}

/// The argument of a progress handler.
@usableFromInline
enum ProgressEvent: Sendable {
  case progressed(old: (any AnyBox)?, new: any AnyBox)

  /// The promise has settled.
  case ended
}
