/// A token that removes handlers.
///
/// You can pass one token to any number of handlers. Removing a handler never cancels the promise that it was added to.
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

  /// Creates a token without handlers.
  ///
  /// - Parameter removesOnRelease: Whether releasing the last reference to the token removes the handlers. Defaults to
  ///   `false`.
  public init(removesOnRelease: Bool = false) { self.removesOnRelease = removesOnRelease }

  deinit { if removesOnRelease { handlers.removeAll() } }

  /// Whether the handlers have been removed.
  public var isRemoved: Bool { handlers.isRemoved }

  /// Removes the handlers. None is called from now on, including handlers that already wait for their turn on an actor
  /// or a queue.
  public func remove() { handlers.removeAll() }
}

/// The handlers of a token, while the promises that they were added to are pending.
@usableFromInline
final class HandlerRegistry: Sendable {
  private struct State: Sendable {
    /// The removal of each handler; nil after the handlers have been removed.
    var removals: [ObjectIdentifier: (number: Int, removal: @Sendable () -> Void)]? = [:]
    var count = 0
  }

  private let state = Locked(State())

  @usableFromInline var isRemoved: Bool { state.withLock { $0.removals == nil } }

  /// The number of removable handlers.
  var count: Int { state.withLock { $0.removals?.count ?? 0 } }

  /// Adds an action for the removal, which is performed at once if the handlers have already been removed.
  func add(_ identity: ObjectIdentifier, _ removal: @escaping @Sendable () -> Void) {
    let isRemoved = state.withLock { state in
      state.count += 1
      state.removals?[identity] = (state.count, removal)
      return state.removals == nil
    }
    if isRemoved { removal() }
  }

  /// Forgets the handler of a settled promise.
  func forget(_ identity: ObjectIdentifier) {
    let forgotten = state.withLock { $0.removals?.removeValue(forKey: identity)?.removal }
    withExtendedLifetime(forgotten) {}
  }

  /// Removes the handlers in the order in which they were added, and a chain from its beginning.
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

  /// Adds this handler's listener. The token forgets it once the promise has settled.
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
