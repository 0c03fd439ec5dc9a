extension Promise {
  /// Returns a promise that runs this promise's chain again when it fails, until it is fulfilled or no retries are
  /// left.
  ///
  /// A retry starts from the chain's first executor. The progress is that of the current attempt. Pausing and
  /// cancelling apply to the current attempt and to the wait before it. A cancelled attempt is never retried.
  ///
  /// ```swift
  /// download().retry(3, after: .exponential(from: .seconds(1)).jittered())
  /// ```
  ///
  /// A retry doesn't go back beyond a promise that was already fulfilled when the chain continued from it; it starts
  /// from that promise's value. To repeat a call depending on its value, check the value in the promise that you retry:
  ///
  /// ```swift
  /// Promise<Never, String, any Error> { try check(await connection.start().value) }.retry(3)
  /// ```
  ///
  /// A promise without an executor, such as the promise of ``pending()``, can't run again: its retry fails as it does.
  ///
  /// A fulfilled promise has released its executor and its handlers. Its `retry` is fulfilled with the same value, and
  /// runs nothing. A failed or cancelled promise keeps them until it is released.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of retries after the first attempt.
  ///   - backoff: The wait before each retry. Defaults to none.
  ///   - clock: The clock that measures the wait. Defaults to the continuous clock.
  ///   - condition: Whether to retry after an error. Defaults to every error.
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
  /// Creates the promise again, starting from its executor.
  ///
  /// A promise that is fulfilled, or that can't run again, is returned unchanged, and nothing runs. The clone of a
  /// promise that waits for its first ``resume()`` waits as well.
  public func clone() -> Promise {
    guard !core.isFulfilled, let origin = core.remaking else { return self }
    let made = origin.make(isCold: scope?.starter?.isCold == true)
    let scope = PromiseScope(starter: made.starter, handlers: scope?.handlers ?? [])
    scope?.enroll(made.core, ownsSource: true)
    return Promise(core: made.core, scope: scope)
  }
}

/// A promise that makes several attempts.
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

  /// Returns the link after an attempt: its settlement, or the next attempt.
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
