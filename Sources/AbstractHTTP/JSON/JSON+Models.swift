extension JSON {
  /// Reads what must be at the end of a path, as the type that it is used as.
  ///
  /// ```swift
  /// let name: String = try json.required("users", 0, "name")
  /// let scores = try json.required("scores", as: [Int].self)
  /// ```
  ///
  /// A number is read exactly: 1.0 is an `Int`, 1.5 is none, and neither is `"1"` or `true`.
  ///
  /// - Throws: ``ModelMappingError``, which names the path; whatever else a ``JSONModel`` throws.
  public func required<Value: JSONReadable>(
    _ path: any JSONSubscriptType...,
    as type: Value.Type = Value.self
  ) throws -> Value {
    let path = path.map(\.jsonKey)
    let json = value(at: path)
    if json.type == .null, !json.isTaken(by: type) { throw absence(of: json, at: path) }
    return try ModelMappingError.within(JSONPath(path)) { try type.read(json: json) }
  }

  /// Reads what may be at the end of a path; `nil` where it is missing or null.
  ///
  /// ```swift
  /// let nickname: String? = try json.optional("nickname")
  /// ```
  ///
  /// - Throws: ``ModelMappingError`` if it is there and something else; whatever else a ``JSONModel`` throws.
  public func optional<Value: JSONReadable>(
    _ path: any JSONSubscriptType...,
    as type: Value.Type = Value.self
  ) throws -> Value? {
    let path = path.map(\.jsonKey)
    let json = value(at: path)
    if case .wrongType(_, _, let found)? = json.error, found != .null { throw absence(of: json, at: path) }
    if json.type == .null { return nil }
    return try ModelMappingError.within(JSONPath(path)) { try type.read(json: json) }
  }

  /// Builds a model, or an array of models, or reads any other value, of the whole of this.
  ///
  /// ```swift
  /// let users = try json.users.build([User].self)
  /// ```
  ///
  /// - Throws: ``ModelMappingError``, which names the path; whatever else a ``JSONModel`` throws.
  public func build<Model: JSONReadable>(_ type: Model.Type = Model.self) throws -> Model {
    if let error, !isTaken(by: type) { throw absence(of: JSON(error), at: []) }
    return try type.read(json: self)
  }

  /// Whether this null is a value of a type: any is `nil`, and one that is there is JSON.
  private func isTaken(by type: any JSONReadable.Type) -> Bool {
    type == JSON.self ? exists() : type is any ExpressibleByNilLiteral.Type
  }

  /// Why there is no value at the end of a path.
  private func absence(of json: JSON, at path: [JSONKey]) -> ModelMappingError {
    if case .wrongType(let place, let expected, let found) = json.error, found != .null {
      return .wrongType(type: nil, property: "", path: place, expected: expected, found: found)
    }
    let place = JSONPath(error?.path.steps ?? []) + JSONPath(path)
    return json.exists()
      ? .null(type: nil, property: "", path: place) : .required(type: nil, property: "", path: place)
  }
}
