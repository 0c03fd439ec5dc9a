// NB: a closure with dynamic isolation can only be called with `await`, although the call doesn't suspend. A closure
// without an actor, or one of the main actor on the main thread, is called directly; a closure of another actor is
// called in a task.
extension MainThread {
  /// Returns a closure that calls another one on its actor, if it has one.
  static func calling<Value: Sendable>(
    _ closure: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    let plain = unsafeBitCast(closure, to: (@Sendable (Value) -> Void).self)
    guard let actor = closure.isolation else { return plain }
    guard actor === MainActor.shared else { return { value in Task { await closure(value) } } }
    return { value in MainThread.perform { plain(value) } }
  }

  /// Returns a closure that calls another one on its actor, if it has one.
  static func calling<A: Sendable, B: Sendable, C: Sendable>(
    _ closure: @escaping @isolated(any) @Sendable (A, B, C) -> Void
  ) -> @Sendable (A, B, C) -> Void {
    let plain = unsafeBitCast(closure, to: (@Sendable (A, B, C) -> Void).self)
    guard let actor = closure.isolation else { return plain }
    guard actor === MainActor.shared else {
      return { first, second, third in Task { await closure(first, second, third) } }
    }
    return { first, second, third in MainThread.perform { plain(first, second, third) } }
  }
}
