/// State that a promise shares with the promises derived from it: the object that starts its executor, and the handlers
/// to remove.
@usableFromInline
final class PromiseScope: Sendable {
  let starter: DeferredStart?

  /// The registries of the tokens that limit the chain.
  let handlers: [HandlerRegistry]

  @usableFromInline
  init?(starter: DeferredStart?, handlers: [HandlerRegistry] = []) {
    guard starter != nil || !handlers.isEmpty else { return nil }
    self.starter = starter
    self.handlers = handlers
  }

  /// Registers a derived promise, so that it is removed along with its chain.
  ///
  /// - Parameter ownsSource: Whether the source was created for it, and is cancelled if it has no other listeners.
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
  /// Returns the promise for a core that is derived from this promise's core.
  @usableFromInline
  func scoped<NextProgress, Next, NextFailure>(_ core: PromiseCore) -> Promise<NextProgress, Next, NextFailure> {
    scope?.enroll(core)
    return Promise<NextProgress, Next, NextFailure>(core: core, scope: scope)
  }
}

extension PromiseCore {
  /// Ends silently, because a token was removed: no handler is called. The source continues, unless it is owned. Owned
  /// promises are cancelled if they have no other listeners.
  func becomeRemoved(ownsSource: Bool) {
    let identity = ObjectIdentifier(self)
    let (source, inner) = machine.withLock { ($0.source, $0.details?.first?.inner ?? []) }
    settle(.removed)
    if ownsSource { source?.leave(identity) } else { source?.remove(identity) }
    for inner in inner { inner.leave(identity) }
  }
}
