/// How far a call has got: how many attempts were made, and how many bytes the latest has moved.
final class CallProgress: Sendable {
  private struct State: Sendable {
    var attempts = 0
    var inFlight = 0
    var transfer = TransferProgress()
  }

  private let outer: CallProgress?
  private let state = Locked(State())

  /// Makes the progress of a part of a call, of which the whole call's hears, too.
  init(within outer: CallProgress?) { self.outer = outer }

  /// How many attempts were made.
  var attempts: Int { state.withLock { $0.attempts } }

  /// How far the attempt is that is under way; `nil` if none is.
  var transfer: TransferProgress? { state.withLock { $0.inFlight > 0 ? $0.transfer : nil } }

  func began() {
    outer?.began()
    state.withLock { state in
      state.attempts += 1
      state.inFlight += 1
      state.transfer = TransferProgress()
    }
  }

  func moved(_ transfer: TransferProgress) {
    outer?.moved(transfer)
    state.withLock { $0.transfer = transfer }
  }

  func ended() {
    outer?.ended()
    state.withLock { $0.inFlight -= 1 }
  }
}

/// How far the call has got, if a timeout wants to tell.
enum CallProgressKey: RequestContextKey { typealias Value = CallProgress }
