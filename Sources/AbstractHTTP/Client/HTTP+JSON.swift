extension HTTP {
  /// Sends the request, and reads the body as JSON of any shape. A body that isn't JSON is a `.parse` error.
  ///
  /// ```swift
  /// let json = try await HTTP("https://api.example.com/users/7").fetchJSON().value
  /// print(json.name.stringValue)
  /// ```
  public func fetchJSON() -> ConnectionPromise<JSON> { fetchModel { try $0.json() } }

  /// Sends the request, and reads the body as JSON of any shape. A body that isn't JSON is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchJSON(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (JSON) -> Void)
    -> Connection<JSON>
  {
    fetchModel(parse: { try $0.json() }, onSuccess)
  }

  /// Sends the request, and builds a model from the body's JSON. An error that it throws is a `.parse` error.
  public func fetchJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) -> ConnectionPromise<Model> {
    fetchModel { try $0.model(type) }
  }

  /// Sends the request, and builds a model from the body's JSON. An error that it throws is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchModel(parse: { try $0.model(type) }, onSuccess)
  }
}
