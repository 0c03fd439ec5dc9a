import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A clock that stands still until it is advanced, and notes who waits.
final class PromiseTestClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration = .zero

    func advanced(by duration: Swift.Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Swift.Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant()
    var waits: [Swift.Duration] = []
    var sleepers: [Int: (end: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []
    var next = 0

    mutating func ready() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.count <= waits.count }.map(\.continuation)
      watchers.removeAll { $0.count <= waits.count }
      return ready
    }
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// How long each sleeper wanted to sleep, in the order they came.
  var waits: [Swift.Duration] { state.withLock { $0.waits } }

  /// How many sleep.
  var sleeping: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    guard deadline > now else { return }
    let key = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, ready) = state.withLock { state in
          guard !state.cancelled.contains(key) else { return (true, [CheckedContinuation<Void, Never>]()) }
          state.sleepers[key] = (deadline, continuation)
          state.waits.append(state.now.duration(to: deadline))
          return (false, state.ready())
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for continuation in ready { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(key)
        return state.sleepers.removeValue(forKey: key)?.continuation
      }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  /// Waits until so many have gone to sleep since the clock was made.
  func slept(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.watchers.append((count, continuation))
        return state.ready()
      }
      for continuation in ready { continuation.resume() }
    }
  }

  /// Moves the time on, and wakes whoever has slept long enough.
  func advance(by duration: Swift.Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.end <= state.now }
      for key in woken.keys { state.sleepers[key] = nil }
      return woken.values.sorted { $0.end < $1.end }.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
