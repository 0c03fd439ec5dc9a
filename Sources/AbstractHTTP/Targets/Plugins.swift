extension Middleware {
  /// Shows requests and responses to plugins, which may change them; what a provider does with its own.
  ///
  /// ```swift
  /// connection.use(.plugins([Signing()], for: GitHub.zen))
  /// ```
  ///
  /// Once for the call, without suspending. What `prepare` throws fails with `.invalidRequest`.
  public static func plugins(_ plugins: [any PluginType], for target: any TargetType) -> Middleware {
    Middleware("plugins") { $0.consulting(plugins, about: target) }
  }
}

extension Stage where Input == Request, Output == Response {
  /// Shows what goes into this stage and what comes out of it to plugins, which may change it.
  ///
  /// Fails with `.invalidRequest` if a plugin cannot prepare the request, and with what the plugins make of the result; a
  /// cancel stays one.
  public func consulting(_ plugins: [any PluginType], about target: any TargetType) -> Self {
    Stage(outline: .wrapped("plugins", outline)) { request throws(ConnectionError) in
      try following(plugins.prepared(request, target)) { result throws(ConnectionError) in
        .finished(try plugins.processed(result, target).get())
      }
    }
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
