import Foundation

/// Reports the transfers of an attempt to the observers of its call.
struct ObservedAttempt: Sendable {
  private let number: Int
  private let observation: CallObservation
  /// The existing recording of the attempt's transfers.
  private let recording: (any TransferRecording)?

  /// - Returns: `nil` if the call has no observers.
  init?(of request: Request) {
    guard let observation = request.context[CallObservationKey.self] else { return nil }
    number = observation.nextAttempt()
    self.observation = observation
    recording = request.context[TransferRecordingKey.self]
  }

  /// Returns the request with this recording of its transfers.
  func observed(_ request: Request) -> Request {
    var request = request
    request.context[TransferRecordingKey.self] = self
    return request
  }

  /// Returns the watcher of the attempt's transfers, which also reports when they are suspended.
  func watcher(_ watcher: (any TransferWatcher)?, of request: Request) -> (any TransferWatcher)? {
    let watcher = watcher ?? request.context[TransferWatcherKey.self]
    return watcher.map { ObservedTransfers(watcher: $0, attempt: self) }
  }

  func began(_ request: Request, _ cause: AttemptCause) { observation.report(.attemptStarted(number, cause, request)) }

  func ended(_ result: Result<Response, ConnectionError>) {
    observation.report(.attemptEnded(number, result.map(\.withoutStream)))
  }

  fileprivate func steered(_ isSuspended: Bool) {
    observation.report(isSuspended ? .suspended(number) : .resumed(number))
  }
}

extension ObservedAttempt: TransferRecording {
  func began(_ request: Request) { recording?.began(request) }

  func informed(_ interim: Response) {
    recording?.informed(interim)
    observation.report(.interim(interim))
  }

  func received(_ head: Response) {
    recording?.received(head)
    observation.report(.head(number, head))
  }

  func measured(_ metrics: TransferMetrics) {
    recording?.measured(metrics)
    observation.report(.metrics(number, metrics))
  }

  func ended(_ httpVersion: String) { recording?.ended(httpVersion) }

  func redirected(by redirect: Response, to url: URL) {
    recording?.redirected(by: redirect, to: url)
    observation.report(.redirected(number, redirect, to: url))
  }
}

/// Passes the transfers of an attempt to their watcher, wrapped to report when they are suspended.
private final class ObservedTransfers: TransferWatcher {
  private let watcher: any TransferWatcher
  private let attempt: ObservedAttempt
  private let exchanges = Locked<[ObservedExchange]>([])

  init(watcher: any TransferWatcher, attempt: ObservedAttempt) {
    self.watcher = watcher
    self.attempt = attempt
  }

  func transferBegan(_ exchange: any HTTPExchange) {
    let observed = ObservedExchange(exchange, of: attempt)
    exchanges.withLock { $0.append(observed) }
    watcher.transferBegan(observed)
  }

  func transferProgressed(_ progress: TransferProgress) { watcher.transferProgressed(progress) }

  func transferEnded(_ exchange: any HTTPExchange) {
    let observed = exchanges.withLock { exchanges in
      exchanges.firstIndex { $0.exchange === exchange }.map { exchanges.remove(at: $0) }
    }
    if let observed { watcher.transferEnded(observed) }
  }
}

/// An exchange that reports on the pool when it is suspended and resumed, in order.
private final class ObservedExchange: HTTPExchange {
  private struct State: Sendable {
    var isSuspended = false
    var untold = Fifo<Bool>()
    var isTelling = false

    /// - Returns: Whether a job has to report the change.
    mutating func steer(_ isSuspended: Bool) -> Bool {
      guard self.isSuspended != isSuspended else { return false }
      self.isSuspended = isSuspended
      untold.append(isSuspended)
      defer { isTelling = true }
      return !isTelling
    }

    mutating func next() -> Bool? {
      let next = untold.popFirst()
      isTelling = next != nil
      return next
    }
  }

  let exchange: any HTTPExchange
  private let attempt: ObservedAttempt
  private let state = Locked(State())

  init(_ exchange: any HTTPExchange, of attempt: ObservedAttempt) {
    self.exchange = exchange
    self.attempt = attempt
  }

  func cancel() { exchange.cancel() }

  func suspend() {
    exchange.suspend()
    steer(true)
  }

  func resume() {
    exchange.resume()
    steer(false)
  }

  private func steer(_ isSuspended: Bool) {
    guard state.withLock({ $0.steer(isSuspended) }) else { return }
    ThreadPool.shared.submit { [self] in
      while let isSuspended = state.withLock({ $0.next() }) { attempt.steered(isSuspended) }
    }
  }
}
