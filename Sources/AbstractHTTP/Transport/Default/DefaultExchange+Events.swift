/// Passes events from the engine's thread on to the library's pool.
extension DefaultExchange {
  /// Receives an event on the engine's thread. Threads of the pool pass on the events one at a time, in order. If
  /// progress arrives faster than it is handled, only the latest value is kept.
  func take(_ event: Event) {
    let (mustBegin, replaced) = state.withLock { state in
      let replaced = state.take(event)
      defer { state.isPassingOn = true }
      return (!state.isPassingOn, replaced)
    }
    withExtendedLifetime(replaced) {}
    if mustBegin { pool.submit { self.passOn() } }
  }

  private func passOn() {
    while let (event, callbacks) = state.withLock({ state in state.next().map { ($0, state.callbacks) } }) {
      switch event {
      case .told(let told, let wire, let redirects): note(told, of: wire, redirects)
      case .progressed(let moved): callbacks?.progress(moved)
      case .arrived(let result, let wire, let redirects): arrive(result, for: wire, redirects: redirects)
      case .decided(let decision, let redirect): decided(decision, redirect)
      case .failed(let error): finish(.failure(error))
      }
    }
  }

  /// Passes an event on to the recording.
  private func note(_ event: WireEvent, of wire: WireRequest, _ redirects: Int) {
    switch event {
    case .interim(let head): recording?.informed(response(ReceivedBody().end(after: head), from: wire, redirects, nil))
    case .head(let head, let metrics):
      let measured = MeasuredTransfer(metrics: metrics)
      state.withLock { $0.measured = measured }
      recording?.received(response(ReceivedBody().end(after: head), from: wire, redirects, measured))
    case .ended(let metrics, let then):
      state.withLock { $0.measured = MeasuredTransfer(metrics: metrics) }
      recording?.measured(metrics)
      then?()
    }
  }
}

/// The metrics of a transfer behind one reference, which costs little if nothing is measured.
final class MeasuredTransfer: Sendable {
  let metrics: TransferMetrics

  init(metrics: TransferMetrics) { self.metrics = metrics }
}

extension DefaultExchange.State {
  /// - Returns: An event that this one replaces, to be released outside the lock.
  fileprivate mutating func take(_ event: DefaultExchange.Event) -> DefaultExchange.Event? {
    switch event {
    case .told: told.append(event)
    // A stream may end before its head is passed on.
    case .arrived(.success(let response), _, _) where response.stream != nil: told.append(event)
    case .progressed(let moved): self.moved = moved
    case .arrived, .decided, .failed:
      defer { end = event }
      return end
    }
    return nil
  }

  fileprivate mutating func next() -> DefaultExchange.Event? {
    if let told = told.popFirst() { return told }
    if let moved = moved.take() { return .progressed(moved) }
    isPassingOn = end != nil
    return end.take()
  }
}
