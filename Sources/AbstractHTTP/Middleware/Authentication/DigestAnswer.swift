import Foundation

/// An answer to a Digest challenge: the challenge, and the values that make the answer unique.
struct DigestAnswer: Sendable {
  let challenge: DigestChallenge
  /// How many requests have used the nonce, including this one.
  let count: UInt32
  let clientNonce: String
  /// The nonces of the session's first request, from which its key is derived.
  let sessionNonces: String

  /// The parts of a request that the answer protects.
  struct Subject: Sendable {
    let method: HTTPMethod
    let target: String
    var body = Data()
  }

  /// Returns the value of `Authorization` (RFC 7616 §3.4).
  func authorization(user: String, password: String, for subject: Subject) -> String {
    let user = user.precomposedStringWithCanonicalMapping
    let password = password.precomposedStringWithCanonicalMapping
    let response = response(user: user, password: password, for: subject)
    var fields = name(user)
    fields += ["realm=\(Self.quoted(challenge.realm))", "nonce=\(Self.quoted(challenge.nonce))"]
    fields += ["uri=\(Self.quoted(subject.target))", "response=\"\(response)\""]
    if let algorithm = challenge.algorithm { fields.append("algorithm=\(algorithm)") }
    if let opaque = challenge.opaque { fields.append("opaque=\(Self.quoted(opaque))") }
    if let qop { fields += ["qop=\(qop)", "nc=\(counter)", "cnonce=\(Self.quoted(clientNonce))"] }
    return "Digest " + fields.joined(separator: ", ")
  }

  /// Returns the response value (RFC 7616 §3.4.1, and RFC 2069 §2.4 for a server without `qop`).
  private func response(user: String, password: String, for subject: Subject) -> String {
    var key = hash("\(user):\(challenge.realm):\(password)")
    if challenge.isSession { key = hash("\(key):\(sessionNonces)") }
    let body = challenge.protection == .body ? ":" + challenge.hash.hexadecimal(of: Array(subject.body)) : ""
    let request = hash("\(subject.method):\(subject.target)\(body)")
    guard let qop else { return hash("\(key):\(challenge.nonce):\(request)") }
    return hash("\(key):\(challenge.nonce):\(counter):\(clientNonce):\(qop):\(request)")
  }

  private var qop: String? { challenge.protection?.rawValue }

  /// Returns the parameters with the user name: hashed, plain, or encoded if the name can't be quoted (RFC 7616 §3.4,
  /// RFC 8187).
  private func name(_ user: String) -> [String] {
    if challenge.hidesUser { return ["username=\"\(hash("\(user):\(challenge.realm)"))\"", "userhash=true"] }
    if user.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return ["username=\(Self.quoted(user))"] }
    return ["username*=UTF-8''" + PercentEncoding.encode(user, leaving: PercentEncoding.isUnreserved)]
  }

  private var counter: String {
    let digits = String(count, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
  }

  private func hash(_ text: String) -> String { challenge.hash.hexadecimal(of: Array(text.utf8)) }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
