/// The credential in use, and who waits for the next: a pure state machine, whose methods return what to do once its lock is
/// left.
struct AuthorizationState: Sendable {
  /// What a call gets that asks for the credential.
  enum Reply: Sendable {
    /// This one; none if there is none.
    case ready(Seal?)
    /// The answer of the refresh that is under way.
    case wait(Answer<Seal?>)
    /// The same, of a refresh that the caller is to start with this credential.
    case refresh(Seal, Answer<Seal?>)
    /// Nothing: there were too many refreshes.
    case refuse
  }

  private(set) var seal: Seal?
  private var generation = 0
  private var waiting: [Answer<Seal?>] = []
  /// The generation that is being replaced.
  private var refreshing: Int?
  private var refreshes: [Duration] = []

  /// - Parameters:
  ///   - stale: The generation that was refused or runs out; `nil` for a call that has tried none yet.
  ///   - limit: How many refreshes there may be since a moment.
  mutating func ask(stale: Int?, at now: Duration, _ limit: (count: Int, since: Duration)) -> Reply {
    guard let seal else { return .ready(nil) }
    if refreshing == seal.generation { return .wait(wait()) }
    guard stale == seal.generation else { return .ready(seal) }
    refreshes.removeAll { $0 <= limit.since }
    guard refreshes.count < limit.count else { return .refuse }
    refreshes.append(now)
    refreshing = seal.generation
    return .refresh(seal, wait())
  }

  /// Puts a credential in the place of the present one.
  ///
  /// - Returns: Who waits for it.
  mutating func set(_ new: Seal?) -> (waiting: [Answer<Seal?>], seal: Seal?) {
    generation += 1
    seal = new
    seal?.generation = generation
    refreshing = nil
    return (takeWaiting(), seal)
  }

  /// Ends the refresh of a generation, unless another credential has been set meanwhile.
  ///
  /// - Returns: Who waits for it, and what for.
  mutating func end(
    _ generation: Int,
    _ result: Result<Seal, any Error>
  ) -> (waiting: [Answer<Seal?>], result: Result<Seal?, any Error>) {
    guard refreshing == generation else { return ([], .success(seal)) }
    switch result {
    case .success(let new):
      let (waiting, seal) = set(new)
      return (waiting, .success(seal))
    case .failure(let error):
      refreshing = nil
      return (takeWaiting(), .failure(error))
    }
  }

  private mutating func wait() -> Answer<Seal?> {
    let answer = Answer<Seal?>()
    waiting.append(answer)
    return answer
  }

  private mutating func takeWaiting() -> [Answer<Seal?>] {
    defer { waiting = [] }
    return waiting
  }
}
