extension Client {
  /// Returns a provider with the options of the client.
  ///
  /// ```swift
  /// client.provider(of: GitHub.self).request(.zen).success { (text: String) in print(text) }
  /// ```
  public func provider<Target: TargetType>(of type: Target.Type = Target.self) -> Provider<Target> {
    var provider = Provider<Target>()
    provider.options = shared
    return provider
  }

  /// Sends the request of a target.
  @discardableResult
  public func request<Target: TargetType>(_ target: Target) -> ConnectionPromise<Response> {
    provider(of: Target.self).request(target)
  }

  /// Sends the request of a target, and creates a model from its JSON.
  @discardableResult
  public func request<Target: TargetType, Model: JSONModel & Sendable>(
    _ target: Target,
    as model: Model.Type = Model.self,
    keyPath: String? = nil
  ) -> ConnectionPromise<Model> {
    provider(of: Target.self).request(target, as: model, keyPath: keyPath)
  }

  /// Sends the request of a target, and decodes a model with the decoder of the client.
  @discardableResult
  @_disfavoredOverload
  public func request<Target: TargetType, Model: Decodable & Sendable>(
    _ target: Target,
    as model: Model.Type = Model.self,
    keyPath: String? = nil
  ) -> ConnectionPromise<Model> {
    provider(of: Target.self).request(target, as: model, keyPath: keyPath)
  }
}
