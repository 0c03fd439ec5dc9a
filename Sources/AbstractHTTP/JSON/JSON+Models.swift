extension JSON {
  /// Reads the required value at a path, as the inferred type.
  ///
  /// ```swift
  /// let name: String = try json.required("users", 0, "name")
  /// let scores = try json.required("scores", as: [Int].self)
  /// ```
  ///
  /// Numbers are read exactly: 1.0 is an `Int`, but 1.5, `"1"`, and `true` aren't.
  ///
  /// - Parameters:
  ///   - path: The keys and indices that lead to the value.
  ///   - type: The type of the value. Defaults to the inferred type.
  /// - Throws: ``ModelMappingError`` with the path, or any other error of a ``JSONModel``.
  public func required<Value: JSONReadable>(
    _ path: any JSONSubscriptType...,
    as type: Value.Type = Value.self
  ) throws -> Value {
    let path = path.map(\.jsonKey)
    let json = value(at: path)
    if json.type == .null, !json.isTaken(by: type) { throw absence(of: json, at: path) }
    return try ModelMappingError.within(JSONPath(path)) { try type.read(json: json) }
  }

  /// Reads the optional value at a path; `nil` if it is missing or null.
  ///
  /// ```swift
  /// let nickname: String? = try json.optional("nickname")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The keys and indices that lead to the value.
  ///   - type: The type of the value. Defaults to the inferred type.
  /// - Throws: ``ModelMappingError`` if the value exists and has another type, or any other error of a ``JSONModel``.
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

  /// Creates a model, an array of models, or another readable value from this value.
  ///
  /// ```swift
  /// let users = try json.users.build([User].self)
  /// ```
  ///
  /// - Parameter type: The type of the model. Defaults to the inferred type.
  /// - Throws: ``ModelMappingError`` with the path, or any other error of a ``JSONModel``.
  public func build<Model: JSONReadable>(_ type: Model.Type = Model.self) throws -> Model {
    if let error, !isTaken(by: type) { throw absence(of: JSON(error), at: []) }
    return try type.read(json: self)
  }

  /// Returns whether a type can be read from this null: an optional as `nil`, and ``JSON`` if the null exists.
  private func isTaken(by type: any JSONReadable.Type) -> Bool {
    type == JSON.self ? exists() : type is any ExpressibleByNilLiteral.Type
  }

  /// Returns the error for a missing value at a path.
  private func absence(of json: JSON, at path: [JSONKey]) -> ModelMappingError {
    if case .wrongType(let place, let expected, let found) = json.error, found != .null {
      return .wrongType(type: nil, property: "", path: place, expected: expected, found: found)
    }
    let place = JSONPath(error?.path.steps ?? []) + JSONPath(path)
    return json.exists()
      ? .null(type: nil, property: "", path: place) : .required(type: nil, property: "", path: place)
  }
}
