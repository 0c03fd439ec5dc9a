public import Foundation

extension DecodingOptions {
  /// Decodes a model from a JSON text.
  ///
  /// ```swift
  /// let user = try DecodingOptions().decode(User.self, from: data)
  /// ```
  ///
  /// The results are those of a `JSONDecoder` with these options, for texts it accepts although they aren't quite JSON, too.
  ///
  /// - Throws: `DecodingError`, or what the model throws. If the text isn't JSON, the error's underlying error is the
  ///   ``JSONError`` that names the place. The coding path of a corrupted value is always its own, while `JSONDecoder`
  ///   sometimes stops before it.
  public func decode<Model: Decodable>(_ type: Model.Type = Model.self, from data: Data) throws -> Model {
    if type == JSON.self, !needFoundation, let json = try? JSON(data: data) as? Model { return json }
    return try read(data, as: { try $0.model(type) }, otherwise: { try $0.decode(type, from: data) })
  }

  /// Decodes a model that needs a configuration from a JSON text.
  func decode<Model: DecodableWithConfiguration>(
    _ type: Model.Type,
    from data: Data,
    configuration: Model.DecodingConfiguration
  ) throws -> Model {
    try read(
      data,
      as: { try Model(from: $0, configuration: configuration) },
      otherwise: { try $0.decode(type, from: data, configuration: configuration) }
    )
  }

  /// Decodes a model from a value.
  func decode<Model: Decodable>(_ type: Model.Type, from json: JSON) throws -> Model {
    if needFoundation { return try decoder().decode(type, from: json.rawData()) }
    return try root(json).model(type)
  }

  private func read<Model>(
    _ data: Data,
    as read: (JSONNode) throws -> Model,
    otherwise readLeniently: (JSONDecoder) throws -> Model
  ) throws -> Model {
    if needFoundation { return try readLeniently(decoder()) }
    let json: JSON
    do {
      json = try JSON(data: data, keepingFirst: true)
    } catch {
      // Foundation takes commas before an end, and looks at what no model reads only in passing.
      return try Self.explaining(error) { try readLeniently(decoder()) }
    }
    return try read(root(json))
  }

  private func root(_ json: JSON) -> JSONNode { JSONNode(json, JSONDecoding(self), in: nil, .none) }

  /// Adds to Foundation's error for a text that isn't JSON what is wrong and where.
  private static func explaining<Model>(_ flaw: JSONError, _ read: () throws -> Model) throws -> Model {
    do {
      return try read()
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      let text = "\(context.debugDescription) (\(flaw))"
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text, underlyingError: flaw))
    }
  }
}
