import Foundation

/// A challenge of the Digest scheme that can be answered (RFC 7616 §3.3).
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
  /// The algorithm as the server wrote it; `nil` for MD5 by default.
  let algorithm: String?
  /// Whether the key is that of a session (`-sess`).
  let isSession: Bool
  /// Whether the answer protects itself by a counter (`qop=auth`); servers of RFC 2069 know none.
  let isCounted: Bool
  /// Whether the user's name is sent as a hash.
  let hidesUser: Bool
  /// Whether the server refused only the nonce.
  let isStale: Bool

  /// Reads a challenge; `nil` if its scheme, its algorithm or its protection isn't supported.
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

  /// The strongest of the challenges, the first of those that are as strong.
  static func strongest(of challenges: [AuthenticationChallenge]) -> AuthenticationChallenge? {
    let supported = challenges.compactMap { challenge in DigestChallenge(challenge).map { ($0, challenge) } }
    let best = supported.map(\.0.hash).max()
    return supported.first { $0.0.hash == best }?.1
  }
}
