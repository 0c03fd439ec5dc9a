extension HTTP {
  /// Sends the request, and reads the body as JSON of any shape. If the body isn't JSON, the error is `.parse`.
  ///
  /// ```swift
  /// let json = try await HTTP("https://api.example.com/users/7").fetchJSON().value
  /// print(json.name.stringValue)
  /// ```
  public func fetchJSON() -> ConnectionPromise<JSON> { fetchModel { try $0.json() } }

  /// Sends the request, and reads the body as JSON of any shape. If the body isn't JSON, the error is `.parse`.
  ///
  /// - Parameter onSuccess: Called with the JSON, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchJSON(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (JSON) -> Void)
    -> Connection<JSON>
  {
    fetchModel(parse: { try $0.json() }, onSuccess)
  }

  /// Sends the request, and creates a model from the body's JSON. If the model throws, the error is `.parse`.
  ///
  /// - Parameter type: The type of the model. Defaults to the inferred type.
  public func fetchJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) -> ConnectionPromise<Model> {
    fetchModel { try $0.model(type) }
  }

  /// Sends the request, and creates a model from the body's JSON. If the model throws, the error is `.parse`.
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - onSuccess: Called with the model, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchModel(parse: { try $0.model(type) }, onSuccess)
  }
}
