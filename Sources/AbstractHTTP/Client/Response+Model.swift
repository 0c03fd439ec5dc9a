public import Foundation

extension Response {
  /// Decodes a model of the body, as a provider does.
  ///
  /// ```swift
  /// let user = try response.decoded(as: User.self, keyPath: "data.user")
  /// ```
  ///
  /// A `String` is the body as text, `Data` the body as it is, and a `URL` the file that it was written to, unless there is a key
  /// path. Of a body that is empty an optional is `nil`.
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - keyPath: Where in the JSON the model is, as `data.user` or `users.0`; by default it is the whole. Its names are those of the
  ///     JSON, or what the decoder's strategy makes of them.
  ///   - decoder: Reads the JSON; by default as plain ``DecodingOptions`` say.
  /// - Throws: `DecodingError`, ``JSONError``, ``UndecodableText`` or ``MissingFile``.
  public func decoded<Model: Decodable>(
    as model: Model.Type = Model.self,
    keyPath: String? = nil,
    decoder: JSONDecoder? = nil
  ) throws -> Model {
    try decoded(as: model, keyPath: keyPath, decoder.map { DecodingOptions($0) } ?? DecodingOptions())
  }

  private func decoded<Model: Decodable>(
    as model: Model.Type,
    keyPath: String?,
    _ options: DecodingOptions
  ) throws -> Model {
    if let absent = try absent(as: model) { return absent }
    if model == JSON.self, let json = try JSON(data: contents()).read(JSON.self, at: keyPath) as? Model { return json }
    if let keyPath {
      return try options.decode(
        AtKeyPath<Model>.self,
        named: "\(Model.self)",
        from: contents(),
        configuration: keyPath
      ).model
    }
    return try plain(as: model) ?? options.decode(model, from: contents())
  }

  /// What an optional is of an empty body.
  private func absent<Model>(as model: Model.Type) throws -> Model? {
    guard data.isEmpty, let type = model as? any Absentable.Type, try isFileEmpty(for: model) else { return nil }
    return type.noModel as? Model
  }

  /// Whether the file that the body was written to, if it was, has nothing in it; that it is there is enough for a `URL`.
  private func isFileEmpty<Model>(for model: Model.Type) throws -> Bool {
    guard let file else { return true }
    return try model != URL?.self && FileHandle(forReadingFrom: file).read(upToCount: 1)?.isEmpty ?? true
  }

  /// The body as it is, where that is the model.
  private func plain<Model>(as model: Model.Type) throws -> Model? {
    if model == Data.self || model == Data?.self { return try contents() as? Model }
    if model == String.self || model == String?.self {
      var whole = self
      whole.data = try contents()
      return try whole.text() as? Model
    }
    if model == URL.self || model == URL?.self { return try savedFile() as? Model }
    return nil
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
    if body.isEmpty, let absent = try? model.read(json: .null) { return absent }
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
