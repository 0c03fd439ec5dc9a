/// Removes handlers again.
///
/// One token may be given to any number of handlers. Removing a handler never cancels the promise that it was added to.
///
/// ```swift
/// let token = HandlerToken()
/// promise.progress(until: token) { old, new in bar.value = new }
/// token.remove()
/// ```
///
/// A screen can own a token that removes its handlers when the screen is released:
///
/// ```swift
/// let token = HandlerToken(removesOnRelease: true)
/// ```
public final class HandlerToken: Sendable {
  @usableFromInline let handlers = HandlerRegistry()
  private let removesOnRelease: Bool

  /// Makes a token that no handler has been given yet.
  ///
  /// - Parameter removesOnRelease: Whether the handlers are removed when the last reference to the token is gone; no by
  ///   default.
  public init(removesOnRelease: Bool = false) { self.removesOnRelease = removesOnRelease }

  deinit { if removesOnRelease { handlers.removeAll() } }

  /// Whether the handlers have been removed.
  public var isRemoved: Bool { handlers.isRemoved }

  /// Removes the handlers: none is called from now on, those that wait for their turn on an actor or a queue included.
  public func remove() { handlers.removeAll() }
}

/// The handlers that a token removes, as long as the promises that they were added to are pending.
@usableFromInline
final class HandlerRegistry: Sendable {
  private struct State: Sendable {
    /// What a removal does for each handler; nil once it is done.
    var removals: [ObjectIdentifier: (number: Int, removal: @Sendable () -> Void)]? = [:]
    var count = 0
  }

  private let state = Locked(State())

  @usableFromInline var isRemoved: Bool { state.withLock { $0.removals == nil } }

  /// How many handlers could be removed.
  var count: Int { state.withLock { $0.removals?.count ?? 0 } }

  /// Does something on removal: at once if the handlers have been removed already.
  func add(_ identity: ObjectIdentifier, _ removal: @escaping @Sendable () -> Void) {
    let isRemoved = state.withLock { state in
      state.count += 1
      state.removals?[identity] = (state.count, removal)
      return state.removals == nil
    }
    if isRemoved { removal() }
  }

  /// Forgets a handler, whose promise has settled.
  func forget(_ identity: ObjectIdentifier) {
    let forgotten = state.withLock { $0.removals?.removeValue(forKey: identity)?.removal }
    withExtendedLifetime(forgotten) {}
  }

  /// Removes the handlers in the order they were added: a chain from its beginning.
  func removeAll() {
    let removals = state.withLock { $0.removals.take() } ?? [:]
    for (_, removal) in removals.values.sorted(by: { $0.number < $1.number }) { removal() }
  }
}

/// A handler that a token can remove.
@usableFromInline
final class HandlerRegistration: Sendable {
  private let handlers: HandlerRegistry

  @usableFromInline
  init(_ handlers: HandlerRegistry) { self.handlers = handlers }

  @usableFromInline var isRemoved: Bool { handlers.isRemoved }

  /// Adds the listener that this handler is; the token forgets it once the promise has settled.
  @usableFromInline
  func attach(_ listener: PromiseListener, to core: PromiseCore) {
    let identity = ObjectIdentifier(self)
    handlers.add(identity) { [weak core] in core?.remove(identity) }
    core.attach(listener)
    if isRemoved { core.remove(identity) }
  }

  @usableFromInline
  func end() { handlers.forget(ObjectIdentifier(self)) }
}
