/// One attempt of a call, which its credential's refusal may double: what it has tried so far.
struct AuthorizeStrategy: Sendable {
  private let request: Request
  private let refresher: CredentialRefresher
  private var generation = 0
  /// Whether it has gone again with a newer credential.
  private var isRepeated = false
  /// Whether the next refusal is final.
  private var isLast = false

  init(_ request: Request, _ refresher: CredentialRefresher) {
    self.request = request
    self.refresher = refresher
  }

  /// - Returns: What to do first; `nil` if there is no credential.
  mutating func begin() -> RetryDecision<Self>? {
    switch refresher.reply() {
    case .ready(let versioned):
      return versioned.map { send($0) }
    case .wait(let answer), .refresh(_, let answer):
      return .wait { attempt async throws(ConnectionError) in try await attempt.begin(by: answer) }
    case .refuse:
      return refresher.present.map { send($0) }
    }
  }

  /// Looks at an outcome, and goes again if it is a refusal that a newer credential may mend.
  mutating func decide(_ outcome: Result<Response, ConnectionError>) -> RetryDecision<Self> {
    guard !isLast, case .success(let response) = outcome, refresher.isRefused(response) else { return .final(outcome) }
    let reply = refresher.reply(to: generation)
    guard request.body?.isReplayable != false else { return .final(outcome.marked(.body, request)) }
    switch reply {
    case .ready(let versioned):
      (isRepeated, isLast) = (true, isRepeated)
      return versioned.map { send($0, because: .refresh) } ?? .final(outcome)
    case .wait(let answer), .refresh(_, let answer):
      return .wait { attempt async throws(ConnectionError) in try await attempt.go(on: answer, after: response) }
    case .refuse:
      return .final(.failure(ConnectionError(.network, nativeError: refresher.excess).carrying(request, response)))
    }
  }

  private mutating func send(_ versioned: VersionedCredential, because cause: AttemptCause? = nil) -> RetryDecision<
    Self
  > {
    generation = versioned.generation
    var authorized = request
    versioned.apply(to: &authorized)
    authorized.addConfidential(authorized.headers.added(to: request.headers))
    authorized.context[IsAuthorizedKey.self] = true
    if let cause { authorized.context[AttemptCauseKey.self] = cause }
    return .send(authorized)
  }

  /// Begins once the credential has been renewed that was about to run out, or that others were refused with.
  private mutating func begin(by answer: OneShot<VersionedCredential?>) async throws(ConnectionError) -> RetryDecision<
    Self
  > {
    do throws(ConnectionError) {
      return try await renewed(answer).map { send($0) } ?? .send(request)
    } catch {
      guard error.type != .cancelled, let versioned = refresher.present, refresher.isUsable(versioned) else {
        throw error.carrying(request)
      }
      return send(versioned)
    }
  }

  /// Goes again once there is a newer credential.
  private mutating func go(
    on answer: OneShot<VersionedCredential?>,
    after response: Response
  ) async throws(ConnectionError) -> RetryDecision<Self> {
    isLast = true
    do throws(ConnectionError) {
      return try await renewed(answer).map { send($0, because: .refresh) } ?? .final(.success(response))
    } catch {
      throw error.type == .cancelled ? error : error.carrying(request, response)
    }
  }

  private func renewed(_ answer: OneShot<VersionedCredential?>) async throws(ConnectionError) -> VersionedCredential? {
    request.report(.refreshing)
    let result = await answer.awaited {}
    request.report(.refreshed(result.error))
    return try result.named(.network)
  }
}

extension HTTPHeaders {
  /// The names of the fields that were not there before; `Authorization` alone, as it mostly is, goes without saying.
  fileprivate func added(to before: HTTPHeaders) -> [String] {
    if count == before.count + 1, let last, HTTPToken.isSame(last.name, "Authorization") { return [] }
    return filter { !before.contains($0) }.map(\.name)
  }
}

extension Result where Failure == any Error {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Whether a credential was put into a request, wherever.
enum IsAuthorizedKey: RequestContextKey { typealias Value = Bool }
