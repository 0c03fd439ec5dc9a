extension Response {
  /// Reads the body as JSON.
  ///
  /// ```swift
  /// let name = try response.json().users[0].name.stringValue
  /// ```
  ///
  /// - Throws: ``JSONError``, which says where the body is no JSON.
  public func json() throws(JSONError) -> JSON { try JSON(data: data) }

  /// Builds a model of the body.
  ///
  /// An empty body is no JSON; only a model that can be built of a null, such as an optional one, accepts it.
  ///
  /// - Throws: ``JSONError`` for what is no JSON, else what the model throws.
  public func model<Model: JSONModel>(_ type: Model.Type = Model.self) throws -> Model {
    if data.isEmpty, let model = try? type.read(json: .null) { return model }
    return try type.read(json: json())
  }
}
