import Foundation

extension Provider {
  /// Returns a connection for a target, without starting it. Its model is the response.
  ///
  /// ```swift
  /// let connection = github.connection(for: .zen)
  /// connection.addOnError { error, response, _ in print(error) }.start()
  /// ```
  public func connection(for target: Target) -> Connection<Response> { connection(for: target) { $0 } }

  /// Returns a connection for a target, without starting it. Its model is created from JSON.
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - model: The type of the model.
  ///   - keyPath: The path of the model in the JSON, such as `data.user`. Defaults to the whole document.
  public func connection<Model: JSONModel & Sendable>(
    for target: Target,
    as model: Model.Type,
    keyPath: String? = nil
  ) -> Connection<Model> {
    connection(for: target) { try $0.built(as: model, keyPath: keyPath) }
  }

  /// Returns a connection for a target, without starting it. Its model is decoded.
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - model: The type of the model.
  ///   - keyPath: The path of the model in the JSON, such as `data.user`. Defaults to the whole document.
  ///   - decoder: The decoder of the body. Defaults to the provider's.
  @_disfavoredOverload
  public func connection<Model: Decodable & Sendable>(
    for target: Target,
    as model: Model.Type,
    keyPath: String? = nil,
    decoder: (any ResponseDecoder)? = nil
  ) -> Connection<Model> {
    let (options, standard) = (decoder.map { DecodingOptions($0) }, self.decoder.map { DecodingOptions($0) })
    return connection(for: target) { response in
      try response.model(model, keyPath: keyPath, decoder: options, standard: standard ?? response.decoding)
    }
  }

  /// Returns a connection for a target, without starting it. It ignores the body.
  public func connection(for target: Target, as model: Void.Type) -> Connection<Void> {
    connection(for: target) { _ in }
  }

  /// Returns a connection for a target, without starting it. A closure creates its model. If it throws, the error is
  /// `.parse`.
  public func connection<Model: Sendable>(
    for target: Target,
    parsing parse: @escaping @Sendable (Response) throws -> Model
  ) -> Connection<Model> {
    let innermost = innermost(of: target)
    let connection = Connection(
      innermost,
      TargetResponseSpec(target: innermost, parse: parse),
      nil,
      options: options ?? ConnectionConfig.shared.shared,
      makingRequest: endpoint.map { makingRequest(of: target, by: $0) }
    )
    setUp(connection.core, for: target, innermost)
    return connection
  }

  private func makingRequest(of target: Target, by endpoint: @escaping EndpointClosure) -> RequestMaking {
    { (urlEncoder) throws(ConnectionError) in try endpoint(target).request(urlEncoder: urlEncoder) }
  }

  /// Configures a connection, regardless of its model.
  private func setUp(_ core: ConnectionCore, for target: Target, _ innermost: any TargetType) {
    let stub = stub(target).connector {
      endpoint?(target).sampleResponse() ?? .networkResponse(200, innermost.sampleData)
    }
    let areBound = middleware.areBound && core.settings.withLock { $0.shared.middlewareParts != nil }
    let origins = areBound ? .unnamed : Origins(of: innermost.baseURL.absoluteString)
    core.settings.withLock { settings in
      settings.origins = origins
      settings.httpConnector = stub ?? httpConnector
      if let request { settings.use([.remaking { try await request(endpoint(for: target)) }]) }
      settings.use(middleware, for: origins)
      if !plugins.isEmpty { settings.use([.plugins(plugins, for: innermost)]) }
      settings.callbackInMainThread = callbackInMainThread ?? settings.callbackInMainThread
      settings.isLogEnabled = isLogEnabled ?? settings.isLogEnabled
      settings.holder = ownHolder ?? settings.holder
      settings.listeners += listeners
      settings.responseListeners += responseListeners
      settings.errorListeners += errorListeners
    }
  }
}

extension Middleware {
  /// Replaces the request before it is sent, once for the call.
  fileprivate static func remaking(_ make: @escaping @Sendable () async throws -> Request) -> Middleware {
    Middleware("request") { next in
      Stage<Request, Request>("makeRequest", failing: .invalidRequest) { (announced: Request) async throws in
        var request = try await make()
        request.context.inherit(announced.context)
        if announced.delivery.isStream { request.delivery = .stream }
        try request.validate()
        return request
      }
      .then(next)
    }
  }
}

/// Describes how a provider validates and parses the response to a target.
struct TargetResponseSpec<ResponseModel: Sendable>: ResponseSpec {
  let target: any TargetType
  let parse: @Sendable (Response) throws -> ResponseModel

  func rejection(of response: Response) -> Rejection? { target.validationType.rejection(of: response) }

  func parseResponse(response: Response) throws -> ResponseModel { try parse(response) }
}
