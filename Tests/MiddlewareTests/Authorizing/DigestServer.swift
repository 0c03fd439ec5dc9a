import AbstractHTTPTesting
import Foundation

@testable import AbstractHTTP

/// A server that lets Ada in by Digest authentication, checks everything, and keeps account.
final class DigestServer: Sendable {
  struct Rules: Sendable {
    var algorithm = "SHA-256"
    var protection = "auth"
    var password = "secret"
    /// How often a nonce may be used before it's stale.
    var uses = Int.max
    /// Whether a nonce that is used up is called stale.
    var saysStale = true
    /// Whether each response names the nonce for the next request.
    var namesNext = false
    /// What is written before the challenge.
    var other = ""
  }

  fileprivate struct State: Sendable {
    var rules: Rules
    var nonces: [String: Set<String>] = [:]
    var log: [String] = []
  }

  private let state: Locked<State>

  init(_ rules: Rules = Rules()) { state = Locked(State(rules: rules)) }

  /// A line for each request: its target, and the nonce with its count.
  var log: [String] { state.withLock { $0.log } }

  /// Forgets all nonces.
  func restart() { state.withLock { $0.nonces = [:] } }

  func change(_ change: @Sendable (inout Rules) -> Void) { state.withLock { change(&$0.rules) } }

  var connector: StubConnector {
    StubConnector { request in
      let path = request.url.path.isEmpty ? "/" : request.url.path
      let target = path + (request.url.query.map { "?" + $0 } ?? "")
      let body = request.bodyInMemory ?? Data()
      let (status, headers) = self.answer(request.httpMethod, target, request.headers["Authorization"], body)
      return Response(statusCode: status, headers: headers, url: request.url, request: request)
    }
  }

  func reply(to request: ReceivedRequest) -> Reply {
    let (status, headers) = answer(request.method, request.target, request.headers["Authorization"], request.body)
    return .status(status, headers: headers)
  }

  func answer(
    _ method: HTTPMethod,
    _ target: String,
    _ authorization: String?,
    _ body: Data = Data()
  ) -> (Int, HTTPHeaders) {
    state.withLock { state in
      guard let authorization else {
        state.log.append("\(target) none")
        return (401, ["WWW-Authenticate": state.challenge(isStale: false)])
      }
      let fields = AuthenticationChallenge.challenges(in: authorization).first?.parameters ?? [:]
      let (nonce, count) = (fields["nonce"] ?? "", fields["nc"] ?? "")
      state.log.append("\(target) \(nonce) \(Int(count, radix: 16) ?? 0)")
      guard fields["response"] == state.response(method, target, fields, body), fields["uri"] == target else {
        return (401, ["WWW-Authenticate": state.challenge(isStale: false)])
      }
      let isFresh = state.nonces[nonce].map { $0.count < state.rules.uses && !$0.contains(count) } ?? false
      guard isFresh else { return (401, ["WWW-Authenticate": state.challenge(isStale: state.rules.saysStale)]) }
      state.nonces[nonce]?.insert(count)
      return (200, state.rules.namesNext ? ["Authentication-Info": "nextnonce=\"\(state.nonce())\", qop=auth"] : [:])
    }
  }
}

extension DigestServer.State {
  fileprivate mutating func nonce() -> String {
    let nonce = "n\(nonces.count + 1)"
    nonces[nonce] = []
    return nonce
  }

  fileprivate mutating func challenge(isStale: Bool) -> String {
    rules.other
      + #"Digest realm="a, b", qop="\#(rules.protection)", algorithm=\#(rules.algorithm), nonce="\#(nonce())""#
      + (isStale ? ", stale=TRUE" : "")
  }

  fileprivate func response(_ method: HTTPMethod, _ target: String, _ fields: [String: String], _ body: Data) -> String
  {
    let (nonce, clientNonce) = (fields["nonce"] ?? "", fields["cnonce"] ?? "")
    var key = hash("ada:a, b:\(rules.password)")
    if rules.algorithm.hasSuffix("-sess") { key = hash("\(key):\(nonce):\(clientNonce)") }
    let protected = rules.protection == "auth-int" ? ":" + hash(String(decoding: body, as: UTF8.self)) : ""
    let request = hash("\(method):\(target)\(protected)")
    return hash("\(key):\(nonce):\(fields["nc"] ?? ""):\(clientNonce):\(rules.protection):\(request)")
  }

  private func hash(_ text: String) -> String {
    switch rules.algorithm.prefix(7) {
    case "MD5", "MD5-ses": MD5.hexadecimal(of: text)
    case "SHA-512": SHA512_256.hexadecimal(of: text)
    default: SHA256.hexadecimal(of: text)
    }
  }
}
