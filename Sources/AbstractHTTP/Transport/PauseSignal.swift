/// Whether a call is held, and who is to hear when that changes.
final class PauseSignal: Sendable {
  private struct State: Sendable {
    var isHeld: Bool
    var watchers: [ObjectIdentifier: any PauseWatcher] = [:]
  }

  private let state: Locked<State>

  init(isHeld: Bool = false) { state = Locked(State(isHeld: isHeld)) }

  var isHeld: Bool { state.withLock { $0.isHeld } }

  func set(_ isHeld: Bool) {
    let watchers = state.withLock { state -> [any PauseWatcher] in
      guard state.isHeld != isHeld else { return [] }
      state.isHeld = isHeld
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.pauseChanged() }
  }

  /// Tells a watcher of every change, and at once.
  func add(_ watcher: any PauseWatcher) {
    state.withLock { $0.watchers[ObjectIdentifier(watcher)] = watcher }
    watcher.pauseChanged()
  }

  func remove(_ watcher: any PauseWatcher) {
    state.withLock { _ = $0.watchers.removeValue(forKey: ObjectIdentifier(watcher)) }
  }
}

/// Who hears that a call is held or goes on, and then looks which of both.
protocol PauseWatcher: AnyObject, Sendable {
  func pauseChanged()
}

/// The signal that pauses the call's transfers and timers.
enum PauseSignalKey: RequestContextKey { typealias Value = PauseSignal }
