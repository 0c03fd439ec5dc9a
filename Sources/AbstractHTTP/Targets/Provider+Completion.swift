public import Dispatch

extension Provider {
  /// Sends a target, and calls a closure when the call has ended, whatever its outcome.
  ///
  /// ```swift
  /// github.request(.zen) { result in
  ///   switch result {
  ///   case .success(let response): show(response)
  ///   case .failure(let error): report(error)
  ///   }
  /// }
  /// ```
  ///
  /// A response that the target's ``TargetType/validationType`` rejects is a failure. A closure in code of the main
  /// actor is isolated to it.
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - callbackQueue: The queue of both closures. Defaults to the thread of the provider's other closures: see
  ///     ``callbackInMainThread``.
  ///   - progress: Called with the number of sent and received bytes.
  ///   - completion: Called once. If the call is cancelled, the error's type is `.cancelled`.
  /// - Returns: The promise of the call. Cancelling it cancels the call.
  @discardableResult
  public func request(
    _ target: Target,
    callbackQueue: DispatchQueue? = nil,
    @_inheritActorContext progress: (@isolated(any) @Sendable (TransferProgress) -> Void)? = nil,
    @_inheritActorContext completion: @escaping @isolated(any) @Sendable (Result<Response, ConnectionError>) -> Void
  ) -> ConnectionPromise<Response> {
    let connection = connection(for: target)
    let (completion, queue) = (MainThread.calling(completion), callbackQueue)
    connection.addListener(
      OnEnd { response, model, error in
        let result: Result<Response, ConnectionError>
        if let error {
          result = .failure(error)
        } else if let response = model as? Response ?? response {
          result = .success(response)
        } else {
          return
        }
        if let queue { queue.async { completion(result) } } else { completion(result) }
      }
    )
    let promise = connection.start()
    if let progress {
      let progress = MainThread.calling(progress)
      promise.progress { _, now in
        if let queue { queue.async { progress(now) } } else { progress(now) }
      }
    }
    return promise
  }
}
