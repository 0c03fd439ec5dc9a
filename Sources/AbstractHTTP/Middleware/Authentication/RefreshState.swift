/// The credential in use, and who waits for the next: a pure state machine, whose methods return what to do once its lock is
/// left.
struct RefreshState: Sendable {
  /// What a call gets that asks for the credential.
  enum Reply: Sendable {
    /// This one; none if there is none.
    case ready(VersionedCredential?)
    /// The answer of the refresh that is under way.
    case wait(OneShot<VersionedCredential?>)
    /// The same, of a refresh that the caller is to start with this credential.
    case refresh(VersionedCredential, OneShot<VersionedCredential?>)
    /// Nothing: there were too many refreshes.
    case refuse
  }

  private(set) var versioned: VersionedCredential?
  private var generation = 0
  private var waiting: [OneShot<VersionedCredential?>] = []
  /// The generation that is being replaced.
  private var refreshing: Int?
  private var refreshes: [Duration] = []

  /// - Parameters:
  ///   - stale: The generation that was refused or runs out; `nil` for a call that has tried none yet.
  ///   - limit: How many refreshes there may be since a moment.
  mutating func ask(stale: Int?, at now: Duration, _ limit: (count: Int, since: Duration)) -> Reply {
    guard let versioned else { return .ready(nil) }
    if refreshing == versioned.generation { return .wait(wait()) }
    guard stale == versioned.generation else { return .ready(versioned) }
    refreshes.removeAll { $0 <= limit.since }
    guard refreshes.count < limit.count else { return .refuse }
    refreshes.append(now)
    refreshing = versioned.generation
    return .refresh(versioned, wait())
  }

  /// Puts a credential in the place of the present one.
  ///
  /// - Returns: Who waits for it, and the former credential, to be released once the lock is left.
  mutating func set(_ new: VersionedCredential?) -> (
    waiting: [OneShot<VersionedCredential?>], versioned: VersionedCredential?, former: VersionedCredential?
  ) {
    generation += 1
    let former = exchange(&versioned, with: new)
    versioned?.generation = generation
    refreshing = nil
    return (takeWaiting(), versioned, former)
  }

  /// Ends the refresh of a generation, unless another credential has been set meanwhile.
  ///
  /// - Returns: Who waits for it, what for, and the former credential, to be released once the lock is left.
  mutating func end(
    _ generation: Int,
    _ result: Result<VersionedCredential, any Error>
  ) -> (
    waiting: [OneShot<VersionedCredential?>], result: Result<VersionedCredential?, any Error>,
    former: VersionedCredential?
  ) {
    guard refreshing == generation else { return ([], .success(versioned), nil) }
    switch result {
    case .success(let new):
      let (waiting, versioned, former) = set(new)
      return (waiting, .success(versioned), former)
    case .failure(let error):
      refreshing = nil
      return (takeWaiting(), .failure(error), nil)
    }
  }

  private mutating func wait() -> OneShot<VersionedCredential?> {
    let answer = OneShot<VersionedCredential?>()
    waiting.append(answer)
    return answer
  }

  private mutating func takeWaiting() -> [OneShot<VersionedCredential?>] {
    defer { waiting = [] }
    return waiting
  }
}
