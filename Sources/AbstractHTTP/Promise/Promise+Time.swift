extension Promise {
  /// Makes the promise that becomes what this one does, with its progress, unless that takes too long.
  ///
  /// Then it fails with the error given, or is cancelled if none was; this one is cancelled if nobody else listens to it.
  ///
  /// ```swift
  /// promise.timeout(.seconds(5), failing: .tooSlow)
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long it may take, from now on.
  ///   - error: What it fails with; nothing by default.
  ///   - clock: Measures the time; the continuous clock by default.
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

  /// Makes the promise that is fulfilled some time after this one; a failure or a cancel is not delayed.
  ///
  /// ```swift
  /// promise.delay(.milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How long it waits.
  ///   - clock: Measures the time; the continuous clock by default.
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
  /// Makes a promise of nothing, after some time.
  static func sleeping(for duration: Duration, clock: some Clock<Duration>) -> PromiseCore {
    Promise<Never, Void, any Error> { try await clock.wait(for: duration) }.core
  }
}
