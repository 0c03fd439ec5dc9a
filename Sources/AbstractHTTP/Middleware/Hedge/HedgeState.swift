/// Parallel attempts: a pure state machine that decides which result counts.
struct HedgeState: Sendable {
  typealias Attempt = Result<Response, ConnectionError>

  enum Event: Sendable {
    /// It is time for another attempt.
    case due
    case ended(Int, Attempt)
    /// No further attempt is needed.
    case stopped
  }

  enum Move: Sendable {
    /// Start another attempt, and wait for the next one to be due, if there is one.
    case begin(Int, waitsOn: Bool)
    case decide(Attempt)
  }

  private let limit: Int
  private var begun = 1
  private var ended: [Int: Attempt] = [:]

  /// Creates the state with one attempt, number 0.
  init(limit: Int) { self.limit = limit }

  /// Handles an event.
  ///
  /// - Returns: The action to perform, if any.
  mutating func take(_ event: Event) -> Move? {
    switch event {
    case .stopped:
      return nil
    case .due:
      defer { begun += 1 }
      return .begin(begun, waitsOn: begun + 1 < limit)
    case .ended(let number, let attempt):
      if attempt.endsRace { return .decide(attempt) }
      ended[number] = attempt
      return ended.count == begun ? .decide(ended[0] ?? attempt) : nil
    }
  }
}

extension Result<Response, ConnectionError> {
  /// Whether the race is decided, by a success or a cancellation.
  var endsRace: Bool {
    switch self {
    case .success(let response): ![408, 429].contains(response.statusCode) && response.statusCode < 500
    case .failure(let error): error.type == .cancelled
    }
  }
}
