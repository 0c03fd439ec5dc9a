/// The next step for a request, given its outcome.
enum RetryDecision<State: Sendable>: Sendable {
  /// Return the outcome.
  case final(Result<Response, ConnectionError>)
  /// Send the request, or send it again.
  case send(Request)
  /// Await a value first.
  case wait(@Sendable (inout State) async throws(ConnectionError) -> RetryDecision)
}

/// A sent request: its immediate result, or the operation to await.
private enum Sending {
  case finished(Result<Response, ConnectionError>)
  case suspended(Rest<Response>)
}

extension Stage where Input == Request, Output == Response {
  /// Sends requests until a decision is final, without suspending as long as there is nothing to await.
  ///
  /// - Parameters:
  ///   - state: The state of the call, which persists between requests.
  ///   - decision: The first step.
  ///   - decide: Decides the step after each outcome.
  func repeating<State>(
    _ state: State,
    _ decision: RetryDecision<State>,
    _ decide: @escaping @Sendable (inout State, Result<Response, ConnectionError>) -> RetryDecision<State>
  ) throws(ConnectionError) -> Step<Response> {
    var (state, decision) = (state, decision)
    var startsByWaiting = false
    while true {
      switch decision {
      case .final(let result):
        return .finished(try result.get())
      case .send(let request):
        switch begin(request) {
        case .finished(let result):
          decision = decide(&state, result)
        case .suspended(let rest):
          startsByWaiting = rest.startsByWaiting
          decision = .wait { state async throws(ConnectionError) in decide(&state, await rest.result) }
        }
      case .wait:
        return .suspended(
          Rest(startsByWaiting: startsByWaiting) { [state, decision] () async throws(ConnectionError) in
            var state = state
            return try await repeated(&state, decision, decide)
          }
        )
      }
    }
  }

  private func repeated<State>(
    _ state: inout State,
    _ decision: RetryDecision<State>,
    _ decide: @Sendable (inout State, Result<Response, ConnectionError>) -> RetryDecision<State>
  ) async throws(ConnectionError) -> Response {
    var decision = decision
    while true {
      switch decision {
      case .final(let result):
        return try result.get()
      case .send(let request):
        if Task.isCancelled { throw ConnectionError(.cancelled) }
        decision = decide(&state, await result(request))
      case .wait(let wait):
        decision = try await wait(&state)
      }
    }
  }

  private func begin(_ request: Request) -> Sending {
    do throws(ConnectionError) {
      switch try run(request) {
      case .finished(let response): return .finished(.success(response))
      case .suspended(let rest): return .suspended(rest)
      }
    } catch {
      return .finished(.failure(error))
    }
  }
}
