/// Turns what a source settled with into what is to become of the promise derived from it.
@usableFromInline
typealias PromiseLink = @Sendable (AnyOutcome) -> LinkStep

/// What a promise does once its source has settled.
@usableFromInline
enum LinkStep: Sendable {
  /// It settles.
  case settle(AnyOutcome)

  /// It becomes what another promise becomes, or what the link makes of that; the other one is started if it can be.
  case follow(PromiseCore, DeferredStart?, PromiseLink?)

  /// It goes on elsewhere.
  case hop(HandlerPlace, @Sendable () -> LinkStep)

  static func follow(_ core: PromiseCore, _ link: PromiseLink? = nil) -> LinkStep { .follow(core, nil, link) }

  @usableFromInline
  static func following<Progress, Value, Failure>(_ promise: Promise<Progress, Value, Failure>) -> LinkStep {
    .follow(promise.core, promise.scope?.starter, nil)
  }
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

  /// A promise that becomes what this one does, and reports what a closure makes of the progress.
  case mapped(PromiseCore, @Sendable (any AnyBox) -> any AnyBox)

  /// A group that this one is a member of.
  case group(PromiseCore, @Sendable (AnyOutcome) -> Void)

  /// A handler of the same promise.
  case observer(ObjectIdentifier?, @Sendable (AnyOutcome) -> Void)

  /// A handler of progress, which doesn't wait for the promise.
  case watcher(ObjectIdentifier?, @Sendable (ProgressEvent) -> Void)

  /// What it is found by when it is to be removed.
  var identity: ObjectIdentifier? {
    switch self {
    case .awaiter(let identity, _): identity
    case .observer(let identity, _), .watcher(let identity, _): identity
    case .derived, .outer, .mapped, .group: dependent.map { ObjectIdentifier($0) }
    }
  }

  /// The promise that waits.
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

/// What a handler of progress receives.
@usableFromInline
enum ProgressEvent: Sendable {
  case progressed(old: (any AnyBox)?, new: any AnyBox)

  /// The promise has settled.
  case ended
}
