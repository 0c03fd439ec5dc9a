/// The nonces of one server, each with the number of requests that have used it.
struct DigestSessions: Sendable {
  private struct Session: Sendable {
    var challenge: DigestChallenge
    var count: UInt32 = 0
    /// Both nonces of the session's first request; empty before it.
    var nonces = ""
    var clientNonce = ""
  }

  /// The maximum number of nonces, which suffices for the answers in progress.
  private static let limit = 16

  /// The sessions, newest last.
  private var sessions: [Session] = []

  /// Answers the current challenge.
  ///
  /// - Parameter clientNonce: A random text for this answer.
  /// - Returns: The answer; `nil` if there is no challenge, or its nonce is used up.
  mutating func answer(_ clientNonce: String) -> DigestAnswer? {
    guard var session = sessions.popLast(), session.count < .max else { return nil }
    session.count += 1
    if session.nonces.isEmpty {
      session.nonces = "\(session.challenge.nonce):\(clientNonce)"
      session.clientNonce = clientNonce
    }
    sessions.append(session)
    return DigestAnswer(
      challenge: session.challenge,
      count: session.count,
      // The key of a session depends on its first client nonce; servers differ in which one they use to check it.
      clientNonce: session.challenge.isSession ? session.clientNonce : clientNonce,
      sessionNonces: session.nonces
    )
  }

  /// Uses a challenge from now on. The count of a known nonce continues.
  mutating func use(_ challenge: DigestChallenge) {
    let known = sessions.firstIndex { $0.challenge.nonce == challenge.nonce && $0.challenge.realm == challenge.realm }
    var session = known.map { sessions.remove(at: $0) } ?? Session(challenge: challenge)
    session.challenge = challenge
    add(session)
  }

  /// Uses the nonce that the server specifies for the request after another one (RFC 7616 §3.5). The key of a session
  /// stays.
  mutating func use(nextNonce: String, after nonce: String) {
    guard nextNonce != nonce, !sessions.contains(where: { $0.challenge.nonce == nextNonce }),
      var next = sessions.first(where: { $0.challenge.nonce == nonce })
    else { return }
    next.challenge.nonce = nextNonce
    next.count = 0
    add(next)
  }

  private mutating func add(_ session: Session) {
    if sessions.count >= Self.limit { sessions.removeFirst() }
    sessions.append(session)
  }
}
