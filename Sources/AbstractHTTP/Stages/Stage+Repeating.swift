/// What is to become of a request, once it is known what came of it.
enum Verdict<State: Sendable>: Sendable {
  /// This is the outcome.
  case final(Result<Response, ConnectionError>)
  /// The request is to be sent, or sent again.
  case send(Request)
  /// Something has to be awaited first.
  case wait(@Sendable (inout State) async throws(ConnectionError) -> Verdict)
}

/// A request that was sent: what came of it at once, or what is still to be awaited.
private enum Sending {
  case finished(Result<Response, ConnectionError>)
  case suspended(@Sendable () async throws(ConnectionError) -> Response)
}

extension Stage where Input == Request, Output == Response {
  /// Sends until the verdict is final; without suspending, as long as nothing has to be awaited.
  ///
  /// - Parameters:
  ///   - state: What the call has to remember from one sending to the next.
  ///   - verdict: What is to be done first.
  ///   - judge: Says of each outcome what is to become of it.
  func repeating<State>(
    _ state: State,
    _ verdict: Verdict<State>,
    _ judge: @escaping @Sendable (inout State, Result<Response, ConnectionError>) -> Verdict<State>
  ) throws(ConnectionError) -> Step<Response> {
    var (state, verdict) = (state, verdict)
    while true {
      switch verdict {
      case .final(let result):
        return .finished(try result.get())
      case .send(let request):
        switch begin(request) {
        case .finished(let result):
          verdict = judge(&state, result)
        case .suspended(let rest):
          verdict = .wait { state async throws(ConnectionError) in judge(&state, await Self.result(of: rest)) }
        }
      case .wait:
        return .suspended { [state, verdict] () async throws(ConnectionError) in
          var state = state
          return try await repeated(&state, verdict, judge)
        }
      }
    }
  }

  private func repeated<State>(
    _ state: inout State,
    _ verdict: Verdict<State>,
    _ judge: @Sendable (inout State, Result<Response, ConnectionError>) -> Verdict<State>
  ) async throws(ConnectionError) -> Response {
    var verdict = verdict
    while true {
      switch verdict {
      case .final(let result):
        return try result.get()
      case .send(let request):
        if Task.isCancelled { throw ConnectionError(.canceled) }
        verdict = judge(&state, await result(request))
      case .wait(let wait):
        verdict = try await wait(&state)
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
