import Foundation

/// A supported challenge of the Digest scheme (RFC 7616 §3.3).
struct DigestChallenge: Sendable, Hashable {
  enum Hash: Int, Sendable, Comparable {
    case md5, sha256

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    func hexadecimal(of text: String) -> String {
      switch self {
      case .md5: MD5.hexadecimal(of: text)
      case .sha256: SHA256.hexadecimal(of: text)
      }
    }
  }

  let realm: String
  var nonce: String
  let opaque: String?
  let hash: Hash
  /// The algorithm, in its original case; `nil` for the default, MD5.
  let algorithm: String?
  /// Whether the key is for a session (`-sess`).
  let isSession: Bool
  /// Whether the answer includes a counter (`qop=auth`), which servers of RFC 2069 don't support.
  let isCounted: Bool
  /// Whether the user name is sent as a hash.
  let hidesUser: Bool
  /// Whether the server rejected only the nonce.
  let isStale: Bool

  /// Creates a challenge; `nil` if its scheme, algorithm, or protection isn't supported.
  init?(_ challenge: AuthenticationChallenge) {
    guard challenge.isScheme("Digest"), let realm = challenge.realm, let nonce = challenge.parameters["nonce"] else {
      return nil
    }
    algorithm = challenge.parameters["algorithm"]
    switch (algorithm ?? "MD5").lowercased() {
    case "md5": (hash, isSession) = (.md5, false)
    case "md5-sess": (hash, isSession) = (.md5, true)
    case "sha-256": (hash, isSession) = (.sha256, false)
    case "sha-256-sess": (hash, isSession) = (.sha256, true)
    default: return nil
    }
    let protections = challenge.parameters["qop"]?.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    guard protections?.contains("auth") != false else { return nil }
    isCounted = protections != nil
    self.realm = realm
    self.nonce = nonce
    opaque = challenge.parameters["opaque"]
    hidesUser = challenge.parameters["userhash"]?.lowercased() == "true"
    isStale = challenge.parameters["stale"]?.lowercased() == "true"
  }

  /// Returns the strongest of the challenges, and the first of several equally strong ones.
  static func strongest(of challenges: [AuthenticationChallenge]) -> AuthenticationChallenge? {
    let supported = challenges.compactMap { challenge in DigestChallenge(challenge).map { ($0, challenge) } }
    let best = supported.map(\.0.hash).max()
    return supported.first { $0.0.hash == best }?.1
  }
}
