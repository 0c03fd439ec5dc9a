/// Whether and how a provider answers without a network: for tests, previews, and endpoints that don't exist yet.
///
/// ```swift
/// Provider<GitHub>(stub: .immediate)                               // every sampleData, status 200, synchronously
/// Provider<GitHub>(stub: .delayed(.seconds(1)))
/// Provider<GitHub>(stub: .immediate.answering(.networkResponse(503, Data())))
/// Provider<GitHub>(stub: { target in target.isReady ? .never : .immediate })
/// ```
///
/// The response is that of the behavior, otherwise that of the ``Endpoint``, which defaults to the target's
/// ``TargetType/sampleData``. Middleware and plugins run as they do with a real server.
public struct StubBehavior: Sendable {
  enum Time: Sendable {
    case never
    case immediate
    case delayed(Duration, any Clock<Duration>)
  }

  let time: Time
  var answer: (@Sendable () -> Result<Response, any Error>)?

  private init(time: Time) { self.time = time }

  /// Doesn't answer. The request goes to the connector.
  public static let never = StubBehavior(time: .never)

  /// Answers before the request's promise is returned. If results aren't delivered on the main thread, the promise has
  /// settled by then, unless a request closure or a middleware waits.
  public static let immediate = StubBehavior(time: .immediate)

  /// Answers after a delay, from a separate task.
  ///
  /// - Parameters:
  ///   - delay: The time until the response.
  ///   - clock: The clock that measures the delay. Defaults to the continuous clock.
  public static func delayed(_ delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> StubBehavior {
    StubBehavior(time: .delayed(delay, clock))
  }

  /// Returns the behavior with a custom response: another status, headers, or a network error.
  public func answering(_ sample: EndpointSampleResponse) -> StubBehavior { answering { sample.result } }

  /// Returns the behavior with a sequence of responses, followed by ``StubExhausted``.
  ///
  /// The sequence belongs to this value, so create it once, and not in a closure that is called for each request.
  ///
  /// - Parameter sequence: The responses, in order.
  public func answering(sequence: [EndpointSampleResponse]) -> StubBehavior {
    let script = StubScript(sequence.map(\.result))
    return answering { script.next() }
  }

  private func answering(_ answer: @escaping @Sendable () -> Result<Response, any Error>) -> StubBehavior {
    var copy = self
    copy.answer = answer
    return copy
  }

  /// Returns the connector that answers; `nil` if the behavior doesn't.
  ///
  /// - Parameter sample: The response, unless the behavior has its own.
  func connector(sample: @escaping @Sendable () -> EndpointSampleResponse) -> StubConnector? {
    if case .never = time { return nil }
    let connector = StubConnector { [answer] _ in try (answer?() ?? sample().result).get() }
    guard case .delayed(let delay, let clock) = time else { return connector }
    return connector.delayed(by: delay, clock: clock)
  }
}
