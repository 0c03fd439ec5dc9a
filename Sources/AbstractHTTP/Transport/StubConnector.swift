import Foundation

/// A connector that answers without a network, for tests and previews.
///
/// It calls back before ``start(_:progress:complete:)`` returns, unless it is delayed, so a pipeline over it is
/// synchronous. It records the requests that it receives.
///
/// ```swift
/// let connector = StubConnector(Response(data: Data(#"{"id": 1}"#.utf8)))
/// let echo = StubConnector { request in Response(data: Data(request.url.path.utf8)) }
/// let flaky = StubConnector(sequence: [.failure(URLError(.timedOut)), .success(Response())])
/// let slow = StubConnector(Response()).delayed(by: .seconds(1), clock: clock)
/// connector.requests.map(\.url.path)    // ["/users/1"], after one call
/// ```
///
/// A canned response is returned unchanged: its `request` and its `url` stay `nil` unless you set them.
public final class StubConnector: HTTPConnector {
  /// The maximum number of requests in ``requests``. Older requests are only counted.
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

  /// Creates a connector that returns the same response to every request.
  public convenience init(_ response: Response = Response()) {
    self.init(answer: { _ in .now(.success(response)) })
  }

  /// Creates a connector that calls a closure for each request, and returns its response or fails with its error.
  public convenience init(_ respond: @escaping @Sendable (Request) throws -> Response) {
    self.init(answer: { request in .now(Result { try respond(request) }) })
  }

  /// Creates a connector that returns a sequence of answers, and then fails with ``StubExhausted``.
  public convenience init(sequence: [Result<Response, any Error>]) {
    let script = StubScript(sequence)
    self.init(answer: { _ in .now(script.next()) })
  }

  /// Creates a connector that fails every request.
  public static func failing(_ error: any Error) -> StubConnector {
    StubConnector(answer: { _ in .now(.failure(error)) })
  }

  /// A new connector that never answers. A cancelled exchange ends with `URLError.cancelled`.
  public static var neverAnswering: StubConnector {
    StubConnector(answer: { _ in .never })
  }

  /// Returns a new connector with the same answers, each delayed in a separate task.
  ///
  /// The answer is chosen when the request arrives. A suspended exchange keeps its answer until it is resumed. A
  /// cancelled exchange ends with `URLError.cancelled`.
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

  /// All capabilities. Options make no difference to the answers.
  public var capabilities: ConnectorCapabilities { .all }

  /// The latest requests, oldest first, at most ``recordingLimit`` of them.
  public var requests: [Request] { state.withLock { $0.requests.suffix(Self.recordingLimit) } }

  /// The number of requests that it received.
  public var requestCount: Int { state.withLock { $0.requestCount } }

  /// The number of exchanges that were cancelled before they ended.
  public var cancelCount: Int { state.withLock { $0.cancelCount } }

  /// The number of times an exchange was suspended before it ended.
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

  /// Answers a request immediately on the calling thread, later on a thread of the library's pool, or never.
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
  /// Records the request. At twice the limit, the older half is dropped, so that recording costs O(1).
  ///
  /// - Returns: The dropped requests, to release outside the lock.
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
