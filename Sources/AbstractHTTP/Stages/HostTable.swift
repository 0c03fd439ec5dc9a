import Foundation

/// What a middleware keeps for each server, by host and port; the states that are idle are forgotten when there are many.
final class HostTable<State: Sendable>: Sendable {
  /// How many servers are kept at least, before idle ones are forgotten.
  static var capacity: Int { 1_000 }

  private let initial: State
  private let isIdle: @Sendable (State) -> Bool
  private let states = Locked<[String: State]>([:])

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - initial: What is kept for a server of which nothing is known.
  ///   - isIdle: Whether a state may be forgotten, because it says no more than the initial one.
  init(_ initial: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.initial = initial
    self.isIdle = isIdle
  }

  /// How many servers something is kept of.
  var count: Int { states.withLock { $0.count } }

  /// Reads and changes what is kept for the server of a request.
  func withState<Output: Sendable>(of host: String, _ body: (inout State) -> Output) -> Output {
    states.withLock { states in
      if states.count >= Self.capacity, states[host] == nil { states = states.filter { !isIdle($0.value) } }
      return body(&states[host, default: initial])
    }
  }
}

extension Request {
  /// The server's host and port, in lower case: `example.com:443`.
  var host: String {
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    return "\(host):\(url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443))"
  }
}
