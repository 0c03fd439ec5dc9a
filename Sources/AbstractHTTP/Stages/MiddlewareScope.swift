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
