import Foundation

/// The state of a middleware for each server, by host and port. Idle states are removed when there are many.
final class HostTable<State: Sendable>: Sendable {
  /// The minimum number of servers to keep before idle ones are removed.
  static var capacity: Int { 1_000 }

  private let initial: State
  private let isIdle: @Sendable (State) -> Bool
  private let states = Locked<[String: State]>([:])

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - initial: The state of a new server.
  ///   - isIdle: Whether a state may be removed, because it equals the initial one.
  init(_ initial: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.initial = initial
    self.isIdle = isIdle
  }

  /// The number of servers with a state.
  var count: Int { states.withLock { $0.count } }

  /// Reads and changes the state of a request's server.
  func withState<Output: Sendable>(of host: String, _ body: (inout State) -> Output) -> Output {
    states.withLock { states in
      if states.count >= Self.capacity, states[host] == nil { states = states.filter { !isIdle($0.value) } }
      return body(&states[host, default: initial])
    }
  }
}

/// The scope for which a middleware counts requests.
public enum MiddlewareScope: Sendable, Hashable {
  /// Each server is counted separately, by host and port.
  case perHost
  /// All requests through the same middleware are counted together, for all servers.
  case shared

  /// Returns the name by which a request is counted.
  func key(of request: Request) -> String {
    switch self {
    case .perHost: request.host
    case .shared: ""
    }
  }
}
