/// An executor's handlers for control requests. Set them inside the executor; they are called when the promise is
/// paused, resumed, or cancelled.
///
/// A closure that is set after the promise was paused or cancelled is called at once.
public struct PromiseConfiguration: Sendable {
  let core: PromiseCore

  @usableFromInline
  init(core: PromiseCore) { self.core = core }

  /// A closure that is called when the promise is paused.
  public var pause: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onPause } }
    nonmutating set {
      var closure = newValue
      if keep({ swap(&$0.onPause, &closure) }).isPaused { newValue?() }
    }
  }

  /// A closure that is called when the promise is resumed.
  public var resume: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onResume } }
    nonmutating set {
      var closure = newValue
      _ = keep { swap(&$0.onResume, &closure) }
    }
  }

  /// A closure that is called once, when the promise is cancelled, and not when it settles otherwise.
  public var cancel: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onCancel } }
    nonmutating set {
      var closure = newValue
      if keep({ swap(&$0.onCancel, &closure) }).wasCancelled { newValue?() }
    }
  }

  /// Whether the promise has settled. An executor that loops can check it and stop.
  public var isFinished: Bool { core.isSettled }

  /// Stores a closure, unless the promise has settled. The former closure is swapped out, and released after the lock
  /// is released.
  private func keep(_ change: (inout PromiseDetails) -> Void) -> (isPaused: Bool, wasCancelled: Bool) {
    core.withMachine { machine in
      if machine.settlement == nil { machine.detail(change) }
      return (machine.isPaused, machine.wasCancelled)
    }
  }
}
