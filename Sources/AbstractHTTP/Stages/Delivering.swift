import Dispatch

extension Stage where Input == Output {
  /// Calls a closure with the pipeline's value, and passes the value on.
  ///
  /// ```swift
  /// Pipeline {
  ///   Stage.sending(over: connector)
  ///   Stage.parsing(User.self)
  ///   Stage.delivering { (user: User) in print(user.name) }
  /// }
  /// ```
  ///
  /// - Parameter deliver: Called on the current thread of the pipeline: the caller's if no stage has suspended,
  ///   otherwise a thread of the library's pool, which it may block.
  public static func delivering(_ deliver: @escaping @Sendable (Input) -> Void) -> Self {
    Self(outline: .stage("deliver")) { value in
      deliver(value)
      return .finished(value)
    }
  }

  /// Calls a closure on the main thread with the pipeline's value, and then passes the value on.
  ///
  /// It always suspends the pipeline, even on the main thread. The closure isn't called if the pipeline is cancelled
  /// before the main thread is free.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - deliver: Called with the value, on the main thread.
  public static func delivering(
    on actor: MainActor.Type,
    _ deliver: @escaping @MainActor @Sendable (Input) -> Void
  ) -> Self {
    Self(
      outline: .stage("deliver(main)"),
      suspending: { value in
        try await MainActor.run {
          try Task.checkCancellation()
          deliver(value)
        }
        return value
      }
    )
  }
}
