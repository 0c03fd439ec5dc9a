/// The control requests that an executor handles: set inside the executor, called when the promise is paused, resumed or cancelled.
///
/// Set after the promise was paused or cancelled, a closure is called at once.
public struct PromiseConfiguration: Sendable {
  let core: PromiseCore

  @usableFromInline
  init(core: PromiseCore) { self.core = core }

  /// Is called when the promise is paused.
  public var pause: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onPause } }
    nonmutating set {
      var closure = newValue
      if keep({ swap(&$0.onPause, &closure) }).isPaused { newValue?() }
    }
  }

  /// Is called when the promise is resumed.
  public var resume: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onResume } }
    nonmutating set {
      var closure = newValue
      _ = keep { swap(&$0.onResume, &closure) }
    }
  }

  /// Is called when the promise is cancelled, once; not when it settles otherwise.
  public var cancel: (@Sendable () -> Void)? {
    get { core.withMachine { $0.details?.first?.onCancel } }
    nonmutating set {
      var closure = newValue
      if keep({ swap(&$0.onCancel, &closure) }).wasCancelled { newValue?() }
    }
  }

  /// Whether the promise has settled: an executor that loops can stop then.
  public var isFinished: Bool { core.isSettled }

  /// Keeps a closure, unless the promise has settled; the former one is swapped out, to be released after the lock is left.
  private func keep(_ change: (inout PromiseDetails) -> Void) -> (isPaused: Bool, wasCancelled: Bool) {
    core.withMachine { machine in
      if machine.settlement == nil { machine.detail(change) }
      return (machine.isPaused, machine.wasCancelled)
    }
  }
}
