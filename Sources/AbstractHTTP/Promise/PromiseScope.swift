/// What a promise shares with those that are derived from it: what can start its executor, and what can remove its chain.
@usableFromInline
final class PromiseScope: Sendable {
  let starter: DeferredStart?

  /// Of each token that the chain goes on until.
  let handlers: [HandlerRegistry]

  @usableFromInline
  init?(starter: DeferredStart?, handlers: [HandlerRegistry] = []) {
    guard starter != nil || !handlers.isEmpty else { return nil }
    self.starter = starter
    self.handlers = handlers
  }

  /// Has a derived promise removed along with the chain that it belongs to.
  ///
  /// - Parameter ownsSource: Whether its source was made for it, and is cancelled if nobody else listens.
  @usableFromInline
  func enroll(_ core: PromiseCore, ownsSource: Bool = false) {
    let identity = ObjectIdentifier(core)
    for handlers in handlers where !core.isSettled {
      handlers.add(identity) { [weak core] in core?.becomeRemoved(ownsSource: ownsSource) }
      core.cleanUp { handlers.forget(identity) }
    }
  }
}

extension Promise {
  /// The promise of a core that is derived from this promise's.
  @usableFromInline
  func scoped<NextProgress, Next, NextFailure>(_ core: PromiseCore) -> Promise<NextProgress, Next, NextFailure> {
    scope?.enroll(core)
    return Promise<NextProgress, Next, NextFailure>(core: core, scope: scope)
  }
}

extension PromiseCore {
  /// Ends silently, because a token was removed: no handler is called. The source goes on, unless it is owned; what is owned is
  /// cancelled if nobody else listens to that.
  func becomeRemoved(ownsSource: Bool) {
    let identity = ObjectIdentifier(self)
    let (source, inner) = machine.withLock { ($0.source, $0.details?.first?.inner ?? []) }
    settle(.removed)
    if ownsSource { source?.leave(identity) } else { source?.remove(identity) }
    for inner in inner { inner.leave(identity) }
  }
}
