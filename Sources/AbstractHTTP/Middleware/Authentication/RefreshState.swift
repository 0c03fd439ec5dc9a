/// The current credential, and the calls that wait for the next one: a pure state machine, whose methods return the
/// actions to perform after the lock is released.
struct RefreshState: Sendable {
  /// The reply to a call that requests the credential.
  enum Reply: Sendable {
    /// The credential is available, or there is none.
    case ready(VersionedCredential?)
    /// A refresh is running. Wait for its result.
    case wait(OneShot<VersionedCredential?>)
    /// Start a refresh of this credential, and wait for its result.
    case refresh(VersionedCredential, OneShot<VersionedCredential?>)
    /// There were too many refreshes.
    case refuse
  }

  private(set) var versioned: VersionedCredential?
  private var generation = 0
  private var waiting: [OneShot<VersionedCredential?>] = []
  /// The generation that is being refreshed.
  private var refreshing: Int?
  private var refreshes: [Duration] = []

  /// - Parameters:
  ///   - stale: The generation that was rejected or expires; `nil` for a call that hasn't tried any.
  ///   - limit: The maximum number of refreshes since a moment.
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

  /// Replaces the current credential.
  ///
  /// - Returns: The waiters, and the former credential, to be released after the lock is released.
  mutating func set(_ new: VersionedCredential?) -> (
    waiting: [OneShot<VersionedCredential?>], versioned: VersionedCredential?, former: VersionedCredential?
  ) {
    generation += 1
    let former = exchange(&versioned, with: new)
    versioned?.generation = generation
    refreshing = nil
    return (takeWaiting(), versioned, former)
  }

  /// Ends the refresh of a generation, unless another credential has been set in the meantime.
  ///
  /// - Returns: The waiters, their result, and the former credential, to be released after the lock is released.
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
