extension Middleware {
  /// Passes requests and responses to plugins, which may change them. A provider uses it for its plugins.
  ///
  /// ```swift
  /// connection.use(.plugins([Signing()], for: GitHub.zen))
  /// ```
  ///
  /// It runs once for the call, without suspending. If `prepare` throws, the connection fails with `.invalidRequest`.
  public static func plugins(_ plugins: [any PluginType], for target: any TargetType) -> Middleware {
    Middleware(
      "plugins",
      running: { request, next throws(ConnectionError) in
        try next.following(plugins.prepared(request, target)) { result throws(ConnectionError) in
          .finished(try plugins.processed(result, target).get())
        }
      }
    )
  }
}

extension [any PluginType] {
  fileprivate func prepared(_ request: Request, _ target: any TargetType) throws(ConnectionError) -> Request {
    var prepared = request
    do {
      for plugin in self { prepared = try plugin.prepare(prepared, target: target) }
      try prepared.validate()
    } catch {
      throw ConnectionError(.invalidRequest, thrown: error).carrying(request)
    }
    prepared.context.inherit(request.context)
    for plugin in self { plugin.willSend(prepared, target: target) }
    return prepared
  }

  fileprivate func processed(
    _ result: Result<Response, ConnectionError>,
    _ target: any TargetType
  ) -> Result<Response, ConnectionError> {
    for plugin in self { plugin.didReceive(result, target: target) }
    if case .failure(let error) = result, error.type == .cancelled { return result }
    return reduce(result) { $1.process($0, target: target) }
  }
}
