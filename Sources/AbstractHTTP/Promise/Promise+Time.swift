extension Promise {
  /// Returns a promise that settles as this promise does, and reports its progress, unless that takes too long.
  ///
  /// After the limit, the returned promise fails with the given error, or is cancelled without one. This promise is
  /// then cancelled if it has no other listeners.
  ///
  /// ```swift
  /// promise.timeout(.seconds(5), failing: .tooSlow)
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The longest time from now until this promise settles.
  ///   - error: The error after the limit. Defaults to none, which cancels the promise.
  ///   - clock: The clock that measures the time. Defaults to the continuous clock.
  public func timeout(
    _ limit: Duration,
    failing error: Failure? = nil,
    clock: some Clock<Duration> = .continuous
  ) -> Promise {
    let make: @Sendable (PromiseCore) -> PromiseCore = { source in
      let limited = source.relay()
      let wait = PromiseCore.sleeping(for: limit, clock: clock)
      limited.cleanUp { wait.cancel(.cancelled(nil)) }
      wait.attach(
        .observer(nil) { settlement in
          if case .fulfilled = settlement { limited.expire(error.map { .error($0) } ?? .cancelled(nil)) }
        }
      )
      return limited
    }
    return scoped(core.rebuilt(make))
  }

  /// Returns a promise that is fulfilled some time after this promise. Failures and cancellations aren't delayed.
  ///
  /// ```swift
  /// promise.delay(.milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The delay.
  ///   - clock: The clock that measures the time. Defaults to the continuous clock.
  public func delay(_ duration: Duration, clock: some Clock<Duration> = .continuous) -> Promise {
    derived { settlement in
      guard case .fulfilled = settlement else { return .settle(settlement) }
      return .follow(.sleeping(for: duration, clock: clock)) {
        $0.isCancelled ? .settle(.cancelled(nil)) : .settle(settlement)
      }
    }
  }
}

extension PromiseCore {
  /// Creates a promise that is fulfilled without a value after some time.
  static func sleeping(for duration: Duration, clock: some Clock<Duration>) -> PromiseCore {
    Promise<Never, Void, any Error> { try await clock.wait(for: duration) }.core
  }
}
