/// Attempts that are under way beside each other: a pure state machine, which decides whose answer counts.
struct HedgeState: Sendable {
  typealias Attempt = Result<Response, ConnectionError>

  enum Event: Sendable {
    /// It is time for another attempt.
    case due
    case ended(Int, Attempt)
    /// Nobody waits for another attempt any more.
    case stopped
  }

  enum Move: Sendable {
    /// Begins another attempt, and waits for the next one to be due if there is to be one.
    case begin(Int, waitsOn: Bool)
    case decide(Attempt)
  }

  private let limit: Int
  private var begun = 1
  private var ended: [Int: Attempt] = [:]

  /// Begins with one attempt, number 0.
  init(limit: Int) { self.limit = limit }

  /// Takes in what happened.
  ///
  /// - Returns: What to do, if anything.
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
  /// Whether nothing better is to be waited for: a success, or a cancel.
  var endsRace: Bool {
    switch self {
    case .success(let response): ![408, 429].contains(response.statusCode) && response.statusCode < 500
    case .failure(let error): error.type == .cancelled
    }
  }
}
