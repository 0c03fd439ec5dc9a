/// Whether a provider answers by itself, without a network: for tests, previews, and endpoints that do not exist yet.
///
/// ```swift
/// Provider<GitHub>(stub: .immediate)                               // every sampleData, status 200, synchronously
/// Provider<GitHub>(stub: .delayed(.seconds(1)))
/// Provider<GitHub>(stub: .immediate.answering(.networkResponse(503, Data())))
/// Provider<GitHub>(stub: { target in target.isReady ? .never : .immediate })
/// ```
///
/// The answer is the behaviour's, else that of the ``Endpoint``, which is the target's ``TargetType/sampleData`` by default.
/// Middleware and plugins are passed as they are before a real server.
public struct StubBehavior: Sendable {
  enum Time: Sendable {
    case never
    case immediate
    case delayed(Duration, any Clock<Duration>)
  }

  let time: Time
  var answer: (@Sendable () -> Result<Response, any Error>)?

  private init(time: Time) { self.time = time }

  /// Does not answer: the request goes to the connector.
  public static let never = StubBehavior(time: .never)

  /// Answers before the request's promise is returned. Delivered without the main thread, the promise has settled by then, unless
  /// a request closure or a middleware waits.
  public static let immediate = StubBehavior(time: .immediate)

  /// Answers after a while, from a task of its own.
  ///
  /// - Parameters:
  ///   - delay: How long it takes.
  ///   - clock: The clock to wait on; the continuous one by default.
  public static func delayed(_ delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> StubBehavior {
    StubBehavior(time: .delayed(delay, clock))
  }

  /// The behaviour with an answer of its own: another status, a response with headers, a network error.
  public func answering(_ sample: EndpointSampleResponse) -> StubBehavior { answering { sample.result } }

  /// The behaviour with one answer after the other, and then ``StubExhausted``.
  ///
  /// The sequence is that of this value: make it once, and not in a closure that is called for each request.
  public func answering(sequence: [EndpointSampleResponse]) -> StubBehavior {
    let script = StubScript(sequence.map(\.result))
    return answering { script.next() }
  }

  private func answering(_ answer: @escaping @Sendable () -> Result<Response, any Error>) -> StubBehavior {
    var copy = self
    copy.answer = answer
    return copy
  }

  /// The connector that answers so; `nil` for none.
  ///
  /// - Parameter sample: What to answer with, if the behaviour does not say so itself.
  func connector(sample: @escaping @Sendable () -> EndpointSampleResponse) -> StubConnector? {
    if case .never = time { return nil }
    let connector = StubConnector { [answer] _ in try (answer?() ?? sample().result).get() }
    guard case .delayed(let delay, let clock) = time else { return connector }
    return connector.delayed(by: delay, clock: clock)
  }
}
