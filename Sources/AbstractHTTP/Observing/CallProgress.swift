/// The progress of a call: the number of attempts, and the bytes that the latest one has transferred.
final class CallProgress: Sendable {
  private struct State: Sendable {
    var attempts = 0
    var inFlight = 0
    var transfer = TransferProgress()
  }

  private let outer: CallProgress?
  private let state = Locked(State())

  /// Creates the progress of a part of a call, which also reports to the progress of the whole call.
  init(within outer: CallProgress?) { self.outer = outer }

  /// The number of attempts.
  var attempts: Int { state.withLock { $0.attempts } }

  /// The progress of the attempt in flight; `nil` if there is none.
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

/// The progress of the call, if a timeout needs it.
enum CallProgressKey: RequestContextKey { typealias Value = CallProgress }
