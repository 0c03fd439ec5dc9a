import AbstractHTTP

/// The routes of a server. Later routes take precedence.
struct Router: Sendable {
  enum Match: Sendable {
    case route(handler: @Sendable (ReceivedRequest) -> Reply, parameters: [String: String])
    case otherMethods([HTTPMethod])
    case none
  }

  private var routes: [Route] = []

  mutating func add(_ route: Route) { routes.append(route) }

  /// - Returns: The former routes.
  mutating func removeAll() -> Router {
    defer { routes = [] }
    return self
  }

  func match(_ request: ReceivedRequest) -> Match {
    guard !routes.isEmpty else { return .none }
    let path = request.rawPath
    let segments = Route.segments(of: path)
    var methods: [HTTPMethod] = []
    for route in routes.reversed() {
      guard let parameters = route.parameters(in: segments) else { continue }
      if route.accepts(request.method) { return .route(handler: route.handler, parameters: parameters) }
      if let method = route.method, !methods.contains(method) { methods.append(method) }
    }
    return methods.isEmpty ? .none : .otherMethods(methods)
  }

  /// Returns the reply of the routes: 404 if none matches, or 405 if only the method doesn't match (RFC 9110 §15.5.6).
  static func reply(to request: ReceivedRequest, by match: Match) -> Reply {
    switch match {
    case .route(let handler, let parameters):
      var request = request
      request.parameters = parameters
      return handler(request)
    case .otherMethods(let methods):
      return .status(405, headers: ["Allow": methods.map(\.rawValue).sorted().joined(separator: ", ")])
    case .none:
      return .status(404)
    }
  }
}
