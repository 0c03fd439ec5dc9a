/// Whether a call is paused, and the watchers to notify when that changes.
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

  /// Adds a watcher, and notifies it immediately and on every change.
  func add(_ watcher: any PauseWatcher) {
    state.withLock { $0.watchers[ObjectIdentifier(watcher)] = watcher }
    watcher.pauseChanged()
  }

  func remove(_ watcher: any PauseWatcher) {
    state.withLock { _ = $0.watchers.removeValue(forKey: ObjectIdentifier(watcher)) }
  }
}

/// An object that is notified when a call is paused or resumed, and then checks which.
protocol PauseWatcher: AnyObject, Sendable {
  func pauseChanged()
}

/// The signal that pauses the call's transfers and timers.
enum PauseSignalKey: RequestContextKey { typealias Value = PauseSignal }
