extension Promise {
  /// Makes the promise that is made again when it fails, until it is fulfilled or the retries are used up.
  ///
  /// What is made again is the chain up to its first executor. The progress is that of the current try; pausing and
  /// cancelling act on it, and on the wait before it. A cancelled try is never retried.
  ///
  /// ```swift
  /// download().retry(3, after: .exponential(from: .seconds(1)).jittered())
  /// ```
  ///
  /// Nothing is made again beyond a promise that had been fulfilled when the chain went on from it: the retry begins with
  /// that promise's value. To make a call again whatever its value turns out to be, check it in the promise that is retried:
  ///
  /// ```swift
  /// Promise<Never, String, any Error> { try check(await connection.start().value) }.retry(3)
  /// ```
  ///
  /// A promise that was not made by an executor of its own, such as that of ``pending()``, cannot be
  /// made again: it fails as it does.
  ///
  /// A fulfilled promise has let go of its executor and its handlers: its `retry` is fulfilled with the same value, and runs
  /// nothing. One that failed or was cancelled keeps them, as long as it is kept.
  ///
  /// - Parameters:
  ///   - limit: How many retries there may be, after the first try.
  ///   - backoff: How long to wait before each; not at all by default.
  ///   - clock: Measures the wait; the continuous clock by default.
  ///   - condition: Whether an error is worth a retry; always by default.
  public func retry(
    _ limit: Int,
    after backoff: Backoff = .none,
    clock: some Clock<Duration> = .continuous,
    when condition: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) -> Promise {
    guard !core.isFulfilled, let origin = core.remaking else { return self }
    let retrying = Retrying(
      origin: origin,
      limit: limit,
      delay: { retry, previous in backoff(retry, after: previous) },
      wait: { delay in .sleeping(for: delay, clock: clock) },
      condition: { condition(errorBox($0, of: Failure.self).value) }
    )
    return scoped(core.rebuilt { retrying.from($0) })
  }
}

extension Promise {
  /// Makes the promise once more, from the executor on.
  ///
  /// A fulfilled promise is returned as it is, and nothing runs; so is one that cannot be made again. The clone of a promise
  /// that waits for its first ``resume()`` waits for one, too.
  public func clone() -> Promise {
    guard !core.isFulfilled, let origin = core.remaking else { return self }
    let made = origin.make(isCold: scope?.starter?.isCold == true)
    let scope = PromiseScope(starter: made.starter, handlers: scope?.handlers ?? [])
    scope?.enroll(made.core, ownsSource: true)
    return Promise(core: made.core, scope: scope)
  }
}

/// One promise made of many tries.
private struct Retrying: Sendable {
  let origin: PromiseFactory
  let limit: Int
  let delay: @Sendable (_ retry: Int, _ previous: Duration) -> Duration
  let wait: @Sendable (Duration) -> PromiseCore
  let condition: @Sendable (any AnyBox) -> Bool

  func from(_ original: PromiseCore) -> PromiseCore {
    let retried = PromiseCore(PromiseMachine())
    retried.follow(original, link(retry: 1, after: .zero))
    return retried
  }

  /// What follows from a try: its settlement, or the next try.
  private func link(retry: Int, after previous: Duration) -> PromiseLink {
    { settlement in
      guard case .rejected(let error) = settlement, retry <= limit, condition(error) else { return .settle(settlement) }
      settlement.markHandled()
      let delay = delay(retry, previous)
      let next: @Sendable () -> LinkStep = { .follow(origin.make().core, link(retry: retry + 1, after: delay)) }
      guard delay > .zero else { return next() }
      return .follow(wait(delay)) { $0.isCancelled ? .settle(.cancelled(nil)) : next() }
    }
  }
}
