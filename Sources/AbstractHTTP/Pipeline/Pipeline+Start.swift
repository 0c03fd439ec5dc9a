extension Pipeline {
  /// Starts the pipeline.
  ///
  /// If no stage suspends, the promise is settled when this method returns. Cancelling the promise cancels the task
  /// that runs the rest, and with it the connector, the sleep, or any other operation that a stage waits for. The
  /// promise fails at once with a `.cancelled` error.
  ///
  /// ```swift
  /// pipeline.start(request)
  ///   .success { user in print(user.name) }
  ///   .failure { error, isCancelled in print(error?.description ?? "cancelled") }
  /// ```
  ///
  /// Its `retry` starts the pipeline again with the same input.
  ///
  /// - Parameter input: The input of the first stage.
  @discardableResult
  public func start(_ input: Input) -> Promise<Never, Output, ConnectionError> {
    let stop = Locked<(@Sendable (ConnectionError?) -> Void)?>(nil)
    let (promise, resolver) = Promise<Never, Output, ConnectionError>.owned(
      onCancel: { error in stop.withLock { $0 }?(error) },
      again: { start(input) }
    )
    do throws(ConnectionError) {
      switch try stage.run(input) {
      case .finished(let output):
        resolver.fulfill(output)
      case .suspended(let rest):
        let task = rest.inTask { resolver.settle($0) }
        stop.withLock { stop in
          stop = { error in
            // NB: first, because the task may end at once, on another thread.
            resolver.cancel(error ?? ConnectionError(.cancelled))
            task.cancel()
          }
        }
      }
    } catch {
      resolver.fail(error)
    }
    return promise
  }
}

extension PromiseResolver where Failure == ConnectionError {
  fileprivate func settle(_ result: Result<Value, ConnectionError>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): fail(error)
    }
  }

  /// Cancels or rejects the promise, depending on the error.
  func fail(_ error: ConnectionError) {
    if error.type == .cancelled { cancel(error) } else { reject(error) }
  }
}
