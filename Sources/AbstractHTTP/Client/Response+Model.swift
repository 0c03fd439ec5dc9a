import Foundation

extension Response {
  /// Decodes a model from the body, as a provider does.
  ///
  /// ```swift
  /// let user = try response.decoded(as: User.self, keyPath: "data.user")
  /// ```
  ///
  /// Without a key path, a `String` is the body as text, `Data` the unchanged body, and a `URL` the file that it was
  /// written to. If the body is empty, an optional is `nil`. If the status is `204`, a collection is empty.
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - keyPath: The path of the model in the JSON, such as `data.user` or `users.0`. Defaults to the whole document.
  ///     It uses the names in the JSON, or the converted names of the decoder's strategy.
  ///   - decoder: The decoder. Defaults to plain ``DecodingOptions`` for JSON.
  /// - Throws: `DecodingError`, ``JSONError``, ``UndecodableText``, or ``MissingFile``.
  public func decoded<Model: Decodable>(
    as model: Model.Type = Model.self,
    keyPath: String? = nil,
    decoder: (any ResponseDecoder)? = nil
  ) throws -> Model {
    try decoded(as: model, keyPath: keyPath, decoder.map { DecodingOptions($0) } ?? DecodingOptions())
  }

  /// Decodes a model from the body. On request, decodes an empty body as an empty object.
  ///
  /// ```swift
  /// let settings = try response.decoded(as: Settings.self, failsOnEmptyData: false)   // {} if nothing came
  /// ```
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - keyPath: The path of the model in the JSON, such as `data.user` or `users.0`. Defaults to the whole document.
  ///   - decoder: The decoder. Defaults to plain ``DecodingOptions`` for JSON.
  ///   - failsOnEmptyData: Whether an empty body fails. Defaults to `true`. Otherwise, an optional is `nil`, a
  ///     collection is empty, and any other model is decoded from `{}`.
  /// - Throws: `DecodingError`, ``JSONError``, ``EmptyBody``, ``UndecodableText``, or ``MissingFile``.
  public func decoded<Model: Decodable>(
    as model: Model.Type = Model.self,
    keyPath: String? = nil,
    decoder: (any ResponseDecoder)? = nil,
    failsOnEmptyData: Bool
  ) throws -> Model {
    guard !failsOnEmptyData, model != URL.self, try contents().isEmpty else {
      return try decoded(as: model, keyPath: keyPath, decoder: decoder)
    }
    if let plain = try? plain(as: model) { return plain }
    if let absent = (model as? any Absentable.Type)?.noModel as? Model { return absent }
    if let empty = (model as? any EmptyResponse.Type)?.emptyValue as? Model { return empty }
    let options = decoder.map { DecodingOptions($0) } ?? DecodingOptions()
    if let empty = try? options.decode(model, from: Data("{}".utf8)) { return empty }
    throw EmptyBody(response: self, model: "\(model)")
  }

  private func decoded<Model: Decodable>(
    as model: Model.Type,
    keyPath: String?,
    _ options: DecodingOptions
  ) throws -> Model {
    if let plain = keyPath == nil ? try plain(as: model) : nil { return plain }
    let body = try contents()
    if body.isEmpty { return try emptyModel() }
    var options = options
    if let custom = options.customDecoder() {
      guard custom is JSONDecoder else { return try custom.decoded(as: model, keyPath: keyPath, from: body) }
      options = DecodingOptions(custom)
    }
    if model == JSON.self, let json = try JSON(data: body).read(JSON.self, at: keyPath) as? Model { return json }
    guard let keyPath else { return try options.decode(model, from: body) }
    return try options.decode(AtKeyPath<Model>.self, named: "\(Model.self)", from: body, configuration: keyPath).model
  }

  /// Decodes a model from the body's JSON. If the body is empty, the model is ``emptyModel(_:)``.
  func decodedModel<Model: Decodable>(_ type: Model.Type = Model.self, by options: DecodingOptions) throws -> Model {
    let body = try contents()
    return try body.isEmpty ? emptyModel() : options.decode(type, from: body)
  }

  /// Returns the unchanged body, if that is the model.
  private func plain<Model>(as model: Model.Type) throws -> Model? {
    if model == Data.self { return try contents() as? Model }
    if model == String.self { return try inMemory().text() as? Model }
    if model == URL.self { return try savedFile() as? Model }
    return try plainOptional(as: model)
  }

  /// Returns the unchanged body, if the model is an optional of that; it is `nil` for an empty body.
  func plainOptional<Model>(as model: Model.Type) throws -> Model? {
    guard model == String?.self || model == Data?.self || model == URL?.self else { return nil }
    if model == URL?.self, file != nil { return try savedFile() as? Model }
    let body = try inMemory()
    guard !body.data.isEmpty else { return try emptyModel(model) }
    return try plain(body, as: model)
  }

  private func plain<Model>(_ body: Response, as model: Model.Type) throws -> Model? {
    if model == Data?.self { return body.data as? Model }
    if model == String?.self { return try body.text() as? Model }
    return try savedFile() as? Model
  }

  /// Returns the response with its body in ``data``, read from the ``file`` if there is one.
  func inMemory() throws -> Response {
    guard file != nil else { return self }
    var whole = self
    whole.data = try contents()
    return whole
  }
}

extension Response {
  /// Creates a `Decodable` model as a provider does: as a ``JSONModel`` if it is one, unless a decoder is given.
  func model<Model: Decodable>(
    _ model: Model.Type,
    keyPath: String?,
    decoder: DecodingOptions?,
    standard: DecodingOptions
  ) throws -> Model {
    if decoder == nil, let type = model as? any JSONModel.Type {
      if let built = try built(as: type, keyPath: keyPath) as? Model { return built }
    }
    return try decoded(as: model, keyPath: keyPath, decoder ?? standard)
  }

  /// Creates a model from the body's JSON.
  func built<Model: JSONModel>(as model: Model.Type, keyPath: String?) throws -> Model {
    let body = try contents()
    if body.isEmpty { return try emptyJSONModel() }
    return try JSON(data: body).read(model, at: keyPath)
  }
}

extension JSON {
  /// Reads a value at a key path: names and indices, separated by dots.
  fileprivate func read<Value: JSONReadable>(_ type: Value.Type, at keyPath: String?) throws -> Value {
    let path = steps(of: keyPath ?? "")
    let value = value(at: path)
    if let error = value.error, !(type is any ExpressibleByNilLiteral.Type && value.isAbsent) { throw error }
    return try ModelMappingError.within(JSONPath(path)) { try type.read(json: value) }
  }

  /// Whether the value doesn't exist, as opposed to another value in its place.
  private var isAbsent: Bool {
    guard case .wrongType(_, _, let found)? = error else { return true }
    return found == .null
  }

  private func steps(of keyPath: String) -> [JSONKey] {
    keyPath.split(separator: ".").reduce(into: []) { steps, name in
      let isIndex = value(at: steps).type == .array
      steps.append(isIndex ? Int(name).map(JSONKey.index) ?? .key(String(name)) : .key(String(name)))
    }
  }
}

extension Response {
  /// Reads the body as JSON. An empty response that can't have a body, such as a `204`, is null.
  ///
  /// ```swift
  /// let name = try response.json().users[0].name.stringValue
  /// ```
  ///
  /// - Throws: ``JSONError`` with the location of a syntax error, or the system's error if the ``file`` can't be read.
  public func json() throws -> JSON {
    let body = try contents()
    return body.isEmpty && isOfKindWithoutBody ? .null : try JSON(data: body)
  }

  /// Creates a model from the body.
  ///
  /// If the body is empty, the model is created from a JSON null if that is possible, and otherwise is its
  /// ``EmptyResponse/emptyValue``.
  ///
  /// - Throws: ``JSONError`` for a body that isn't JSON, ``EmptyBody``, or errors of the model.
  public func model<Model: JSONModel>(_ type: Model.Type = Model.self) throws -> Model {
    let body = try contents()
    return try body.isEmpty ? emptyJSONModel() : type.read(json: JSON(data: body))
  }

  private func emptyJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) throws -> Model {
    if !(type is any EmptyResponse.Type), let model = try? type.read(json: .null) { return model }
    return try emptyModel()
  }
}
