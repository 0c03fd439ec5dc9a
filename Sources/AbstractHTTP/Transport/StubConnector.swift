import Foundation

/// A connector that answers without a network, for tests and previews.
///
/// It calls back before ``start(_:progress:complete:)`` returns, unless it is delayed, so that a pipeline over it is
/// synchronous. It records what it was sent.
///
/// ```swift
/// let connector = StubConnector(Response(data: Data(#"{"id": 1}"#.utf8)))
/// let echo = StubConnector { request in Response(data: Data(request.url.path.utf8)) }
/// let flaky = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response())])
/// let slow = StubConnector(Response()).delayed(by: .seconds(1), clock: clock)
/// connector.requests.map(\.url.path)    // ["/users/1"], after one call
/// ```
///
/// A canned response is handed over as it is: its `request` and its `url` stay `nil` unless given.
public final class StubConnector: HTTPConnector {
  /// How many of the latest requests are kept for ``requests``; the older ones are only counted.
  public static let recordingLimit = 1_000

  fileprivate struct State {
    var requests: [Request] = []
    var requestCount = 0
    var cancelCount = 0
    var suspendCount = 0
    var pending: [ObjectIdentifier: StubExchange] = [:]
  }

  private let answer: @Sendable (Request) -> StubAnswer
  private let state = Locked(State())

  /// Makes a connector that gives the same response to every request.
  public convenience init(_ response: Response = Response()) {
    self.init(answer: { _ in .now(.success(response)) })
  }

  /// Makes a connector that makes a response of each request, or fails with what is thrown.
  public convenience init(_ respond: @escaping @Sendable (Request) throws -> Response) {
    self.init(answer: { request in .now(Result { try respond(request) }) })
  }

  /// Makes a connector that gives one answer after the other, and then fails with ``StubExhausted``.
  public convenience init(sequence: [Result<Response, any Error>]) {
    let script = StubScript(sequence)
    self.init(answer: { _ in .now(script.next()) })
  }

  /// Makes a connector that fails every request.
  public static func failing(_ error: any Error) -> StubConnector {
    StubConnector(answer: { _ in .now(.failure(error)) })
  }

  /// A new connector that never answers; an exchange ends when it is cancelled, with `URLError.cancelled`.
  public static var neverAnswering: StubConnector {
    StubConnector(answer: { _ in .never })
  }

  /// A new connector with the same answers, each given a while after its request came, from a task of its own.
  ///
  /// Which answer it is, is decided when the request comes. An exchange that is suspended keeps its answer until it is
  /// resumed; one that is cancelled ends with `URLError.cancelled`.
  public func delayed(by delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> StubConnector {
    let answer = answer
    return StubConnector(answer: { request in
      guard case .now(let result) = answer(request) else { return .never }
      return .later(result, after: { try await clock.wait(for: delay) })
    })
  }

  private init(answer: @escaping @Sendable (Request) -> StubAnswer) { self.answer = answer }

  /// `true`, so that requests with a timeout or a cache policy can be stubbed. They make no difference to the answers.
  public var takesRequestSettings: Bool { true }

  /// Everything: options make no difference to the answers.
  public var capabilities: ConnectorCapabilities { .all }

  /// The latest requests, ``recordingLimit`` of them at most, the oldest first.
  public var requests: [Request] { state.withLock { $0.requests.suffix(Self.recordingLimit) } }

  /// How many requests came.
  public var requestCount: Int { state.withLock { $0.requestCount } }

  /// How many exchanges were cancelled before they ended.
  public var cancelCount: Int { state.withLock { $0.cancelCount } }

  /// How many times an exchange was suspended before it ended.
  public var suspendCount: Int { state.withLock { $0.suspendCount } }

  /// Answers as ``start(_:progress:complete:)`` does.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    _ = start(request, progress: { _ in }) { result in
      switch result {
      case .success(let response): complete(response, nil)
      case .failure(let error): complete(nil, error)
      }
    }
  }

  /// Cancels every exchange that has not ended.
  public func cancel() {
    for exchange in state.withLock({ Array($0.pending.values) }) { exchange.cancel() }
  }

  /// Answers: at once on the calling thread, later on a thread of the library's pool, or never.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    _ = state.withLock { $0.record(request) }
    switch answer(request) {
    case .now(let result):
      complete(result)
      return StubExchange.ended
    case .later(let result, let wait):
      let exchange = pend(complete)
      exchange.deliver(result, after: wait)
      return exchange
    case .never:
      return pend(complete)
    }
  }

  private func pend(_ complete: @escaping @Sendable (Result<Response, any Error>) -> Void) -> StubExchange {
    let exchange = StubExchange(connector: self, complete: complete)
    state.withLock { $0.pending[ObjectIdentifier(exchange)] = exchange }
    return exchange
  }

  func ended(_ exchange: StubExchange, cancelled: Bool) {
    state.withLock { state in
      state.pending[ObjectIdentifier(exchange)] = nil
      if cancelled { state.cancelCount += 1 }
    }
  }

  func suspended() { state.withLock { $0.suspendCount += 1 } }
}

extension StubConnector.State {
  /// Keeps the request; once twice the limit is there, the older half goes, so that recording costs O(1).
  ///
  /// - Returns: What was dropped, to be released once the lock is left.
  mutating func record(_ request: Request) -> [Request] {
    requestCount += 1
    var dropped: [Request] = []
    if requests.count >= 2 * StubConnector.recordingLimit {
      dropped = exchange(&requests, with: Array(requests.suffix(StubConnector.recordingLimit)))
    }
    requests.append(request)
    return dropped
  }
}
