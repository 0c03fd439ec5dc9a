import Foundation

/// The state of one attempt of a call, which challenges may repeat at most twice.
struct ChallengeStrategy: Sendable {
  private static let limit = 2

  private var request: Request
  private let origin: HTTPOrigin
  private let answerer: ChallengeAnswerer
  /// The login that the request was last sent with.
  private var key: LoginKey?
  private var answers = 0
  private var refusals = 0

  init(_ request: Request, _ origin: HTTPOrigin, _ answerer: ChallengeAnswerer) {
    self.request = request
    self.origin = origin
    self.answerer = answerer
  }

  /// Sends the request with the login that the server has accepted before, if there is one.
  mutating func begin() -> RetryDecision<Self> {
    key = usableKey
    return .send(authorized)
  }

  /// Examines an outcome, and sends again if there is a login for its challenges.
  mutating func decide(_ outcome: Result<Response, ConnectionError>) -> RetryDecision<Self> {
    guard case .success(let response) = outcome else { return .final(outcome) }
    answerer.learn(from: response, for: origin, after: key?.challenge?.nonce)
    guard response.statusCode == 401, answers < Self.limit, let place = place(of: response) else {
      return .final(outcome)
    }
    let challenges = challenges(in: response, at: place)
    guard !challenges.isEmpty else { return .final(outcome) }
    let reply = answerer.reply(
      to: challenges,
      for: origin,
      refusing: place.wasRedirected && key?.challenge != nil ? nil : key,
      isFresh: answers > 0
    )
    if case .none = reply { return .final(outcome) }
    guard request.body?.isReplayable != false else { return .final(outcome.marked(.body, request)) }
    request = place.request
    switch reply {
    case .wait(let answer), .ask(let answer):
      return .wait { attempt async throws(ConnectionError) in try await attempt.go(on: answer, after: response) }
    default: return again(after: response)
    }
  }

  /// A request to send again, and whether a redirect led to its address.
  private typealias Place = (request: Request, wasRedirected: Bool)

  /// Returns where the response came from; `nil` if the request can't be sent there.
  private func place(of response: Response) -> Place? {
    guard let url = response.url, let address = try? HTTPAddress(url.absoluteString),
      address.text != (try? request.address)?.text
    else { return (request, false) }
    guard address.origin == origin, [.get, .head].contains(request.httpMethod) else { return nil }
    var redirected = request
    redirected.url = url
    return (redirected, true)
  }

  private mutating func challenges(in response: Response, at place: Place) -> [AuthenticationChallenge] {
    var challenges = AuthenticationChallenge.challenges(in: response)
      .filter { DigestChallenge($0)?.protects(request) != false }
    if key != nil, !place.wasRedirected { refusals += 1 }
    for index in challenges.indices { challenges[index].previousFailures = refusals }
    return challenges
  }

  private mutating func again(after response: Response) -> RetryDecision<Self> {
    answers += 1
    key = usableKey
    guard key != nil else { return .final(.success(response)) }
    var request = authorized
    request.context[AttemptCauseKey.self] = .refresh
    return .send(request)
  }

  /// Sends the request again once there is a login.
  private mutating func go(
    on answer: OneShot<Bool>,
    after response: Response
  ) async throws(ConnectionError) -> RetryDecision<Self> {
    request.report(.refreshing)
    let result = await answer.awaited {}
    do throws(ConnectionError) {
      let isAnswered = try result.named(.network)
      request.report(.refreshed(nil))
      return isAnswered ? again(after: response) : .final(.success(response))
    } catch {
      request.report(.refreshed(error))
      throw error.type == .cancelled ? error : error.carrying(request, response)
    }
  }

  /// The login for the server, unless it would have to protect a body that isn't in memory.
  private var usableKey: LoginKey? {
    answerer.key(for: origin).flatMap { $0.challenge?.protects(request) == false ? nil : $0 }
  }

  private var authorized: Request {
    guard let key else { return request }
    var authorized = request
    key.apply(to: &authorized)
    return authorized
  }
}
