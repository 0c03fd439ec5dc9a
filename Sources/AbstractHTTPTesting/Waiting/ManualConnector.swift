public import AbstractHTTP
import Foundation

/// A connector whose exchanges a test answers one by one, in any order.
///
/// ```swift
/// let connector = ManualConnector()
/// let promise = HTTP("https://api.example.com/").httpConnector(connector).fetchString()
/// try await connector.begun(1)
/// connector.answer(0, Response(data: Data("pong".utf8)))
/// ```
///
/// Exchanges are numbered in the order in which they start, from 0. An unanswered exchange stays open until it is
/// cancelled. All members may be used from any thread.
public final class ManualConnector: HTTPConnector {
  /// A control call that an exchange received.
  public enum Event: Sendable, Hashable {
    case cancel(Int)
    case suspend(Int)
    case resume(Int)
  }

  private struct State {
    var requests: [Request] = []
    var open: [Int: @Sendable (Result<Response, any Error>) -> Void] = [:]
    var progress: [@Sendable (TransferProgress) -> Void] = []
    var peak = 0
    var events: [Event] = []
  }

  private let endsCancelled: Bool
  private let state = ObservedValue(State())

  /// Creates a connector.
  ///
  /// - Parameter endsCancelled: Whether cancelling an exchange ends it with `URLError.cancelled`. Defaults to `true`;
  ///   otherwise it stays open, like a transport that can't be stopped.
  public init(endsCancelled: Bool = true) { self.endsCancelled = endsCancelled }

  /// Always `true`: requests may have a timeout or a cache policy, which are ignored.
  public var takesRequestSettings: Bool { true }

  /// Everything: options make no difference to the answers.
  public var capabilities: ConnectorCapabilities { .all }

  /// The requests of all exchanges, in the order in which they began.
  public var requests: [Request] { state.value.requests }

  /// The numbers of the exchanges in flight.
  public var open: [Int] { state.value.open.keys.sorted() }

  /// The maximum number of exchanges that were in flight at the same time.
  public var peak: Int { state.value.peak }

  /// The control calls that open exchanges received, in order.
  public var events: [Event] { state.value.events }

  /// Ends an exchange with a response. Does nothing if the exchange isn't open.
  public func answer(_ number: Int, _ response: Response = Response()) { end(number, .success(response)) }

  /// Ends an exchange with an error. Does nothing if the exchange isn't open.
  public func fail(_ number: Int, _ error: any Error) { end(number, .failure(error)) }

  /// Ends the oldest open exchange with a response.
  public func answerOldest(_ response: Response = Response()) {
    if let number = open.first { answer(number, response) }
  }

  /// Reports progress for a started exchange.
  public func progress(_ number: Int, _ progress: TransferProgress) {
    let report = state.value.progress
    if report.indices.contains(number) { report[number](progress) }
  }

  /// Waits until a number of exchanges have started.
  public func begun(_ count: Int) async throws { try await state.wait { $0.requests.count >= count } }

  /// Waits until an exchange has received a control call.
  public func told(_ event: Event) async throws { try await state.wait { $0.events.contains(event) } }

  /// Starts an exchange without progress.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    _ = start(request, progress: { _ in }) { result in
      switch result {
      case .success(let response): complete(response, nil)
      case .failure(let error): complete(nil, error)
      }
    }
  }

  /// Cancels all exchanges in flight.
  public func cancel() { for number in open { tell(number, .cancel(number)) } }

  /// Starts an exchange.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let number = state.update { state in
      state.requests.append(request)
      state.open[state.requests.count - 1] = complete
      state.progress.append(progress)
      state.peak = max(state.peak, state.open.count)
      return state.requests.count - 1
    }
    return Exchange(connector: self, number: number)
  }

  private func tell(_ number: Int, _ event: Event) {
    let complete = state.update { state -> (@Sendable (Result<Response, any Error>) -> Void)? in
      guard state.open[number] != nil else { return nil }
      state.events.append(event)
      guard endsCancelled, case .cancel = event else { return nil }
      return state.open.removeValue(forKey: number)
    }
    complete?(.failure(URLError(.cancelled)))
  }

  private func end(_ number: Int, _ result: Result<Response, any Error>) {
    state.update { $0.open.removeValue(forKey: number) }?(result)
  }

  private final class Exchange: HTTPExchange {
    private let connector: ManualConnector
    private let number: Int

    init(connector: ManualConnector, number: Int) {
      self.connector = connector
      self.number = number
    }

    func cancel() { connector.tell(number, .cancel(number)) }
    func suspend() { connector.tell(number, .suspend(number)) }
    func resume() { connector.tell(number, .resume(number)) }
  }
}
