import Foundation

@testable import AbstractHTTP
@testable import AbstractHTTPTesting

/// A connector whose exchanges overlap, and are answered by the test, one by one; they are numbered from 0 on.
final class Desk: HTTPConnector {
  struct State {
    var requests: [Request] = []
    var open: [Int: @Sendable (Result<Response, any Error>) -> Void] = [:]
    var progress: [@Sendable (TransferProgress) -> Void] = []
    var peak = 0
    var log: [String] = []
  }

  private let state = ObservedValue(State())

  var requests: [Request] { state.value.requests }
  /// The numbers of the exchanges that are in flight.
  var open: [Int] { state.value.open.keys.sorted() }
  /// How many exchanges were in flight at once, at most.
  var peak: Int { state.value.peak }
  /// What the exchanges were told, in order: `cancel 0`, `suspend 1`.
  var log: [String] { state.value.log }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(nil, URLError(.unsupportedURL))
  }

  /// Ends all that are in flight, as if each were cancelled by itself.
  func cancel() { for number in open { end(number, "cancel", .failure(URLError(.cancelled))) } }

  func start(
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
    return Exchange(desk: self, number: number)
  }

  func answer(_ number: Int, _ response: Response = Response()) { end(number, nil, .success(response)) }

  func fail(_ number: Int, _ error: any Error) { end(number, nil, .failure(error)) }

  func progress(_ number: Int, _ progress: TransferProgress) { state.value.progress[number](progress) }

  /// Waits until so many exchanges have begun.
  func begun(_ count: Int) async throws { try await state.wait { $0.requests.count >= count } }

  /// Waits until something was told to an exchange.
  func told(_ text: String) async throws { try await state.wait { $0.log.contains(text) } }

  fileprivate func tell(_ number: Int, _ text: String) {
    state.update { state in if state.open[number] != nil { state.log.append("\(text) \(number)") } }
  }

  fileprivate func end(_ number: Int, _ text: String?, _ result: Result<Response, any Error>) {
    let complete = state.update { state in
      if let text, state.open[number] != nil { state.log.append("\(text) \(number)") }
      return state.open.removeValue(forKey: number)
    }
    complete?(result)
  }

  private final class Exchange: HTTPExchange {
    private let desk: Desk
    private let number: Int

    init(desk: Desk, number: Int) {
      self.desk = desk
      self.number = number
    }

    func cancel() { desk.end(number, "cancel", .failure(URLError(.cancelled))) }
    func suspend() { desk.tell(number, "suspend") }
    func resume() { desk.tell(number, "resume") }
  }
}
