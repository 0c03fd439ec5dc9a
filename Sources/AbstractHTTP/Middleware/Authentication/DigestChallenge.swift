import Foundation

/// A supported challenge of the Digest scheme (RFC 7616 §3.3).
struct DigestChallenge: Sendable, Hashable {
  enum Hash: Int, Sendable, Comparable {
    case md5, sha256, sha512_256

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    func hexadecimal(of bytes: [UInt8]) -> String {
      switch self {
      case .md5: MD5.hexadecimal(of: bytes)
      case .sha256: SHA256.hexadecimal(of: bytes)
      case .sha512_256: SHA512_256.hexadecimal(of: bytes)
      }
    }
  }

  /// The quality of protection (`qop`): of the request's method and target, or also of its body.
  enum Protection: String, Sendable {
    case request = "auth"
    case body = "auth-int"
  }

  let realm: String
  var nonce: String
  let opaque: String?
  let hash: Hash
  /// The algorithm, in its original case; `nil` for the default, MD5.
  let algorithm: String?
  /// Whether the key is for a session (`-sess`).
  let isSession: Bool
  /// What the answer protects; `nil` for servers of RFC 2069, whose answers have no counter.
  let protection: Protection?
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
    case "sha-512-256": (hash, isSession) = (.sha512_256, false)
    case "sha-512-256-sess": (hash, isSession) = (.sha512_256, true)
    default: return nil
    }
    let protections = challenge.parameters["qop"]?.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    protection = [.request, .body].first { protections?.contains($0.rawValue[...]) == true }
    guard protections == nil || protection != nil else { return nil }
    self.realm = realm
    self.nonce = nonce
    opaque = challenge.parameters["opaque"]
    hidesUser = challenge.parameters["userhash"]?.lowercased() == "true"
    isStale = challenge.parameters["stale"]?.lowercased() == "true"
  }

  /// Returns whether a request can be answered for: the hash of its body must be known before it is sent.
  func protects(_ request: Request) -> Bool { protection != .body || request.bodyInMemory != nil }

  /// Returns the strongest of the challenges, and the first of several equally strong ones.
  static func strongest(of challenges: [AuthenticationChallenge]) -> AuthenticationChallenge? {
    let supported = challenges.compactMap { challenge in DigestChallenge(challenge).map { ($0, challenge) } }
    let best = supported.map(\.0.hash).max()
    return supported.first { $0.0.hash == best }?.1
  }
}

extension Request {
  /// The bytes of the body; `nil` if it isn't in memory.
  var bodyInMemory: Data? {
    guard let body else { return Data() }
    if case .data(let data) = body.content { return data } else { return nil }
  }
}
