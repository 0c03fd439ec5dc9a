public import Foundation

extension DecodingOptions {
  /// Decodes a model from a JSON text.
  ///
  /// ```swift
  /// let user = try DecodingOptions().decode(User.self, from: data)
  /// ```
  ///
  /// The results are those of a `JSONDecoder` with these options, even for texts that it accepts although they aren't
  /// valid JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - data: The JSON text, in UTF-8, UTF-16, or UTF-32.
  /// - Throws: `DecodingError`, or an error of the model. The error's underlying error is a ``DecodingFailure`` with
  ///   the model and the location, and its `debugDescription` has the same text. The coding path of a corrupted value
  ///   is always complete, while `JSONDecoder` sometimes stops before it.
  public func decode<Model: Decodable>(_ type: Model.Type = Model.self, from data: Data) throws -> Model {
    guard let custom = customDecoder() else { return try decodeJSON(type, from: data) }
    guard custom is JSONDecoder else { return try custom.decodeExplaining(type, named: "\(type)", from: data) }
    return try DecodingOptions(custom).decodeJSON(type, from: data)
  }

  private func decodeJSON<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
    if type == JSON.self, !needFoundation, let json = try? JSON(data: data) as? Model { return json }
    return try explaining(data, "\(type)") {
      try read(data, as: { try $0.model(type) }, otherwise: { try $0.decode(type, from: data) })
    }
  }

  /// Decodes a model that needs a configuration from a JSON text.
  ///
  /// - Parameter name: The name of the model in errors.
  func decode<Model: DecodableWithConfiguration>(
    _ type: Model.Type,
    named name: String,
    from data: Data,
    configuration: Model.DecodingConfiguration
  ) throws -> Model {
    try explaining(data, name) {
      try read(
        data,
        as: { try Model(from: $0, configuration: configuration) },
        otherwise: { try $0.decode(type, from: data, configuration: configuration) }
      )
    }
  }

  /// Decodes a model from a value.
  func decode<Model: Decodable>(_ type: Model.Type, from json: JSON) throws -> Model {
    do {
      if needFoundation { return try decoder().decode(type, from: json.rawData()) }
      return try root(json).model(type)
    } catch let error as DecodingError {
      guard let data = try? json.rawData() else { throw error }
      throw explained(error, data, "\(type)", isOriginal: false)
    }
  }

  private func read<Model>(
    _ data: Data,
    as read: (JSONNode) throws -> Model,
    otherwise readLeniently: (JSONDecoder) throws -> Model
  ) throws -> Model {
    if needFoundation { return try readByFoundation(data, as: read, readLeniently) }
    let json: JSON
    do {
      json = try JSON(data: data, keepingFirst: true)
    } catch {
      // Foundation accepts trailing commas, and only skims values that no model reads. If possible, it only reads the
      // text, because its decoder would convert the keys of a `JSON` in the model.
      guard let lenient = try? JSONDecoder().decode(JSON.self, from: data) else { return try readLeniently(decoder()) }
      // Its decoder rejects some numbers that could be read from the value.
      _ = try readLeniently(decoder())
      json = lenient
    }
    return try read(root(json))
  }

  private func readByFoundation<Model>(
    _ data: Data,
    as read: (JSONNode) throws -> Model,
    _ decode: (JSONDecoder) throws -> Model
  ) throws -> Model {
    let decoder = decoder()
    do {
      return try decode(decoder)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty && !readsMoreThanJSON {
      // Foundation reports a number that doesn't fit as invalid JSON, without its location.
      if let json = try? JSON(data: data, keepingFirst: true) {
        _ = try read(DecodingOptions(like: decoder).root(json))
      }
      throw DecodingError.dataCorrupted(context)
    }
  }

  private func root(_ json: JSON) -> JSONNode { JSONNode(json, JSONDecoding(self), in: nil, .none) }
}

extension DecodingOptions {
  private func explaining<Model>(_ data: Data, _ model: @autoclosure () -> String, _ read: () throws -> Model) throws
    -> Model
  {
    do {
      return try read()
    } catch let error as DecodingError {
      throw explained(error, data, model(), isOriginal: true)
    }
  }

  private func explained(_ error: DecodingError, _ data: Data, _ model: String, isOriginal: Bool) -> DecodingError {
    error.explained { error in failure(error, data, model, isOriginal: isOriginal) }
  }

  /// Returns where and why a text doesn't match the model, given the decoding error.
  func failure(_ error: DecodingError, _ data: Data, _ model: String, isOriginal: Bool = true) -> DecodingFailure {
    let options = needFoundation ? DecodingOptions(like: decoder()) : self
    return JSONExplanation(model: model, options: options, isOriginal: isOriginal).failure(error, in: data)
  }
}
