/// The state of one attempt of a call, which is sent twice if its credential is rejected.
struct AuthorizeStrategy: Sendable {
  private let request: Request
  private let refresher: CredentialRefresher
  private var generation = 0
  /// Whether the request was already sent again with a newer credential.
  private var isRepeated = false
  /// Whether the next rejection is final.
  private var isLast = false

  init(_ request: Request, _ refresher: CredentialRefresher) {
    self.request = request
    self.refresher = refresher
  }

  /// - Returns: The first step; `nil` without a credential.
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

  /// Examines an outcome, and sends again after a rejection that a newer credential may resolve.
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

  /// Starts after the refresh of a credential that was about to expire, or that other requests were rejected with.
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

  /// Sends the request again once there is a newer credential.
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
  /// Returns the names of new fields. If only `Authorization` is new, as it usually is, it isn't listed.
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

/// Whether a request contains a credential.
enum IsAuthorizedKey: RequestContextKey { typealias Value = Bool }
