import Foundation

extension Response {
  /// Decodes a model of the body, as a provider does.
  ///
  /// ```swift
  /// let user = try response.decoded(as: User.self, keyPath: "data.user")
  /// ```
  ///
  /// A `String` is the body as text, `Data` the body as it is, and a `URL` the file that it was written to, unless there is a key
  /// path. Of a body that is empty an optional is `nil`, and of a `204` a collection is empty.
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - keyPath: Where in the JSON the model is, as `data.user` or `users.0`; by default it is the whole. Its names are those of the
  ///     JSON, or what the decoder's strategy makes of them.
  ///   - decoder: Reads the body; by default it's JSON, as plain ``DecodingOptions`` say.
  /// - Throws: `DecodingError`, ``JSONError``, ``UndecodableText`` or ``MissingFile``.
  public func decoded<Model: Decodable>(
    as model: Model.Type = Model.self,
    keyPath: String? = nil,
    decoder: (any ResponseDecoder)? = nil
  ) throws -> Model {
    try decoded(as: model, keyPath: keyPath, decoder.map { DecodingOptions($0) } ?? DecodingOptions())
  }

  /// Decodes a model of the body, and of an empty body on request the model of an empty object.
  ///
  /// ```swift
  /// let settings = try response.decoded(as: Settings.self, failsOnEmptyData: false)   // {} if nothing came
  /// ```
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - keyPath: Where in the JSON the model is, as `data.user` or `users.0`; by default it is the whole.
  ///   - decoder: Reads the JSON; by default as plain ``DecodingOptions`` say.
  ///   - failsOnEmptyData: Whether an empty body fails, as it does by default. Otherwise an optional is `nil`, a collection is
  ///     empty, and any other model is decoded from `{}`.
  /// - Throws: `DecodingError`, ``JSONError``, ``EmptyBody``, ``UndecodableText`` or ``MissingFile``.
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

  /// Decodes a model of the body's JSON; of a body that is empty, the model is ``emptyModel(_:)``.
  func decodedModel<Model: Decodable>(_ type: Model.Type = Model.self, by options: DecodingOptions) throws -> Model {
    let body = try contents()
    return try body.isEmpty ? emptyModel() : options.decode(type, from: body)
  }

  /// The body as it is, where that is the model.
  private func plain<Model>(as model: Model.Type) throws -> Model? {
    if model == Data.self { return try contents() as? Model }
    if model == String.self { return try inMemory().text() as? Model }
    if model == URL.self { return try savedFile() as? Model }
    return try plainOptional(as: model)
  }

  /// The body as it is, if that is the model and it's optional; `nil` in it for an empty body.
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

  /// The response with its body in ``data``, read from the ``file`` if it's there.
  func inMemory() throws -> Response {
    guard file != nil else { return self }
    var whole = self
    whole.data = try contents()
    return whole
  }
}

extension Response {
  /// Makes a `Decodable` model as a provider does: by ``JSONModel`` where it is one, unless a decoder is asked for.
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

  /// Builds a model of the body's JSON.
  func built<Model: JSONModel>(as model: Model.Type, keyPath: String?) throws -> Model {
    let body = try contents()
    if body.isEmpty { return try emptyJSONModel() }
    return try JSON(data: body).read(model, at: keyPath)
  }
}

extension JSON {
  /// Reads a value at a key path: names and indices with dots between them.
  fileprivate func read<Value: JSONReadable>(_ type: Value.Type, at keyPath: String?) throws -> Value {
    let path = steps(of: keyPath ?? "")
    let value = value(at: path)
    if let error = value.error, !(type is any ExpressibleByNilLiteral.Type && value.isAbsent) { throw error }
    return try ModelMappingError.within(JSONPath(path)) { try type.read(json: value) }
  }

  /// Whether it is not there, as opposed to something else being in its place.
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
  /// Reads the body as JSON; a response that has no body by its nature, such as a `204`, is null.
  ///
  /// ```swift
  /// let name = try response.json().users[0].name.stringValue
  /// ```
  ///
  /// - Throws: ``JSONError``, which says where the body is no JSON, or the system's error if the ``file`` can't be read.
  public func json() throws -> JSON {
    let body = try contents()
    return body.isEmpty && isOfKindWithoutBody ? .null : try JSON(data: body)
  }

  /// Builds a model of the body.
  ///
  /// A model of an empty body is the one of a JSON null, if it can be built, or its ``EmptyResponse/emptyValue``.
  ///
  /// - Throws: ``JSONError`` for what is no JSON, ``EmptyBody``, else what the model throws.
  public func model<Model: JSONModel>(_ type: Model.Type = Model.self) throws -> Model {
    let body = try contents()
    return try body.isEmpty ? emptyJSONModel() : type.read(json: JSON(data: body))
  }

  private func emptyJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) throws -> Model {
    if !(type is any EmptyResponse.Type), let model = try? type.read(json: .null) { return model }
    return try emptyModel()
  }
}
