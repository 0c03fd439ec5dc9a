import Dispatch

/// Where screen code runs.
enum MainThread {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs screen code: here if this is the main thread, and by a hop elsewhere.
  static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    // NB: `Thread.isMainThread` is false on Linux under an `async` main, whose main queue other threads serve.
    if DispatchQueue.getSpecific(key: key) != nil {
      MainActor.assumeIsolated(work)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(work) }
    }
  }
}
