extension HTTP {
  /// Sends, and reads the body as JSON of any shape; a body that is none is a `.parse` error.
  ///
  /// ```swift
  /// let json = try await HTTP("https://api.example.com/users/7").asJSON().value
  /// print(json.name.stringValue)
  /// ```
  public func asJSON() -> ConnectionPromise<JSON> { asModel { try $0.json() } }

  /// Sends, and reads the body as JSON of any shape; a body that is none is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asJSON(_ onSuccess: @escaping @Sendable (JSON) -> Void) -> Connection<JSON> {
    asModel(parse: { try $0.json() }, onSuccess)
  }

  /// Sends, and builds a model of the body's JSON; whatever it throws is a `.parse` error.
  public func asJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) -> ConnectionPromise<Model> {
    asModel { try $0.model(type) }
  }

  /// Sends, and builds a model of the body's JSON; whatever it throws is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    _ onSuccess: @escaping @Sendable (Model) -> Void
  ) -> Connection<Model> {
    asModel(parse: { try $0.model(type) }, onSuccess)
  }
}
