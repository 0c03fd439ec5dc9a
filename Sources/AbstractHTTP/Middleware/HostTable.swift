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

/// For whom a middleware counts: a limit, a pace, a circuit.
public enum MiddlewareScope: Sendable, Hashable {
  /// For each server, by host and port.
  case perHost
  /// For all requests that pass the same middleware, whatever their server.
  case shared

  /// By which name a request is counted.
  func key(of request: Request) -> String {
    switch self {
    case .perHost: request.host
    case .shared: ""
    }
  }
}
