/// Runs a connection again and again: a while after each success and each network error; every other error and a cancel
/// stop it.
///
/// ```swift
/// let polling = Polling(every: .seconds(30))
/// connection.addListener(polling).start()
/// polling.stop()                       // stops the wait, and cancels the call if one is in flight
/// ```
///
/// Between two calls it keeps the connection alive. For a connection each of its own.
public final class Polling: ConnectionListener {
  private struct State {
    var connection: (any ConnectionTask)?
    var waiting: Task<Void, Never>?
    var isStopped = false
    /// Whether the wait is over and the callback has not returned: a call that it begins after a stop is not wanted.
    var isBeginning = false
  }

  private let interval: Duration
  private let clock: any Clock<Duration>
  private let callback: @Sendable (any ConnectionTask) -> Void
  private let state = Locked(State())

  /// Makes a polling.
  ///
  /// - Parameters:
  ///   - interval: From the end of a call to the beginning of the next.
  ///   - clock: Measures the interval.
  ///   - callback: Begins the next call; by default it restarts the connection.
  public init(
    every interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    callback: @escaping @Sendable (any ConnectionTask) -> Void = { $0.restart() }
  ) {
    self.interval = interval
    self.clock = clock
    self.callback = callback
  }

  /// Whether it waits to begin the next call.
  var isWaiting: Bool { state.withLock { $0.waiting != nil } }

  /// Stops the wait for the next call, and cancels the call that is in flight. A connection that is started by hand polls again.
  public func stop() {
    let stopped = state.withLock { state in
      defer { state = State(isStopped: true, isBeginning: state.isBeginning) }
      return state
    }
    stopped.waiting?.cancel()
    stopped.connection?.cancel()
  }

  /// Notes the call, and no longer waits to begin one.
  public func onStart(connection: any ConnectionTask, request: Request) {
    let (waiting, isUnwanted) = state.withLock { state in
      let isUnwanted = state.isStopped && state.isBeginning
      defer { state = State(connection: connection, isStopped: isUnwanted) }
      return (state.waiting, isUnwanted)
    }
    waiting?.cancel()
    if isUnwanted { connection.cancel() }
  }

  /// Waits for the next call, or stops.
  public func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    let goesOn = error == nil || error?.type == .network
    state.withLock { state in
      guard goesOn, !state.isStopped else { return state.connection = nil }
      state = State(waiting: Task(executorPreference: ThreadPool.shared) { await self.wait(for: connection) })
    }
  }

  private func wait(for connection: any ConnectionTask) async {
    do { try await clock.wait(for: interval) } catch { return }
    let begins = state.withLock { state in
      guard state.waiting != nil, !Task.isCancelled else { return false }
      state = State(isBeginning: true)
      return true
    }
    guard begins else { return }
    callback(connection)
    state.withLock { $0.isBeginning = false }
  }
}
