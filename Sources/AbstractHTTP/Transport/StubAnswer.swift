/// A ``StubConnector`` with a sequence of answers has no more of them.
public struct StubExhausted: AbstractHTTPError, Hashable {
  /// How many answers there were.
  public let count: Int

  /// What happened, in words.
  public var description: String { "the stub connector has given all of its \(count) answers" }
}

/// How a stub answers one request.
enum StubAnswer: Sendable {
  case now(Result<Response, any Error>)
  case later(Result<Response, any Error>, after: @Sendable () async throws -> Void)
  case never
}

/// The answers of a stub that returns them in sequence.
final class StubScript: Sendable {
  private let results: [Result<Response, any Error>]
  private let given = Locked(0)

  init(_ results: [Result<Response, any Error>]) { self.results = results }

  func next() -> Result<Response, any Error> {
    let index = given.withLock { given in
      defer { given += 1 }
      return given
    }
    guard index < results.count else { return .failure(StubExhausted(count: results.count)) }
    return results[index]
  }
}
