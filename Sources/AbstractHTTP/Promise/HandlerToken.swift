/// Removes handlers again.
///
/// One token may be given to any number of handlers. Removing a handler never cancels the promise that it was added to.
///
/// ```swift
/// let token = HandlerToken()
/// promise.progress(until: token) { old, new in bar.value = new }
/// token.remove()
/// ```
public final class HandlerToken: Sendable {
  /// What is to be done on removal; nil once it is done.
  private let removals = Locked<[@Sendable () -> Void]?>([])

  /// Makes a token that no handler has been given yet.
  public init() {}

  /// Whether the handlers have been removed.
  public var isRemoved: Bool { removals.withLock { $0 == nil } }

  /// Removes the handlers: none of them is called from now on.
  public func remove() {
    for removal in removals.withLock({ $0.take() }) ?? [] { removal() }
  }

  /// Does something on removal: at once if the token has been removed already.
  func whenRemoved(_ removal: @escaping @Sendable () -> Void) {
    let isRemoved = removals.withLock { removals in
      removals?.append(removal)
      return removals == nil
    }
    if isRemoved { removal() }
  }
}
