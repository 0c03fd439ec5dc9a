/// Runs a connection repeatedly, with an interval after each success and each network error. Any other error stops it,
/// and so does a cancellation.
///
/// ```swift
/// let polling = Polling(every: .seconds(30))
/// connection.addListener(polling).start()
/// polling.stop()                       // stops the wait, and cancels the call if one is in flight
/// ```
///
/// Between two calls, it keeps the connection alive. Use a separate instance for each connection.
public final class Polling: ConnectionListener {
  private struct State {
    var connection: (any ConnectionTask)?
    var waiting: Task<Void, Never>?
    var isStopped = false
    /// Whether the wait has ended and the callback is running. A call that it starts after a stop is cancelled.
    var isBeginning = false
  }

  private let interval: Duration
  private let clock: any Clock<Duration>
  private let callback: @Sendable (any ConnectionTask) -> Void
  private let state = Locked(State())

  /// Creates a polling listener.
  ///
  /// - Parameters:
  ///   - interval: The time from the end of a call to the start of the next.
  ///   - clock: The clock that measures the interval.
  ///   - callback: Starts the next call. By default, restarts the connection.
  public init(
    every interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    callback: @escaping @Sendable (any ConnectionTask) -> Void = { $0.restart() }
  ) {
    self.interval = interval
    self.clock = clock
    self.callback = callback
  }

  /// Whether it waits to start the next call.
  var isWaiting: Bool { state.withLock { $0.waiting != nil } }

  /// Stops waiting for the next call, and cancels the call in flight. Starting the connection yourself resumes polling.
  public func stop() {
    let stopped = state.withLock { state in
      defer { state = State(isStopped: true, isBeginning: state.isBeginning) }
      return state
    }
    stopped.waiting?.cancel()
    stopped.connection?.cancel()
  }

  /// Registers the call, and stops waiting to start one.
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
