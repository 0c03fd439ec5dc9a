import Foundation

/// A model nested in a JSON document. The rest of the document isn't decoded.
struct AtKeyPath<Model: Decodable>: DecodableWithConfiguration {
  let model: Model

  /// - Parameter configuration: The names and indices of the path, separated by dots.
  init(from decoder: any Decoder, configuration path: String) throws {
    do {
      let steps = path.split(separator: ".").map { JSONStep(stringValue: String($0)) }
      let place = try steps.reduce(decoder) { try $0.decoder(at: $1) }
      model = try place.singleValueContainer().decode(Model.self)
    } catch let error as Missing {
      guard let absent = (Model.self as? any Absentable.Type)?.noModel as? Model else { throw error.cause }
      model = absent
    }
  }
}

/// A model nested in a document, for decoders that can't take a configuration.
private struct AtCurrentKeyPath<Model: Decodable>: Decodable {
  let model: Model

  init(from decoder: any Decoder) throws {
    model = try AtKeyPath(from: decoder, configuration: CurrentKeyPath.path).model
  }
}

private enum CurrentKeyPath {
  /// The key path that the decoder running on this thread looks for.
  @TaskLocal static var path = ""
}

extension ResponseDecoder {
  /// Decodes a model, at a key path if one is given.
  func decoded<Model: Decodable>(as model: Model.Type, keyPath: String?, from data: Data) throws -> Model {
    guard let keyPath else { return try decodeExplaining(model, named: "\(model)", from: data) }
    return try CurrentKeyPath.$path.withValue(keyPath) {
      try decodeExplaining(AtCurrentKeyPath<Model>.self, named: "\(model)", from: data).model
    }
  }
}

/// The error of a missing member or element along the path.
private struct Missing: Error {
  let cause: DecodingError
}

/// A name, or an index.
private struct JSONStep: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }

  /// The name as converted by `convertFromSnakeCase`, as the document's keys are at that point.
  var inCamelCase: JSONStep {
    let words = stringValue.split(separator: "_")
    guard words.count > 1, let first = words.first else { return self }
    return JSONStep(stringValue: words.dropFirst().reduce(first.lowercased()) { $0 + $1.capitalized })
  }
}

extension Decoder {
  fileprivate func decoder(at step: JSONStep) throws -> any Decoder {
    if let single = try? singleValueContainer(), single.decodeNil() {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "null has no \(step.stringValue)")
      throw Missing(cause: .valueNotFound(Any.self, context))
    }
    if let index = step.intValue, var list = try? unkeyedContainer() { return try list.decoder(at: index) }
    let object = try container(keyedBy: JSONStep.self)
    guard let key = [step, step.inCamelCase].first(where: object.contains) else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "there is no \(step.stringValue)")
      throw Missing(cause: .keyNotFound(step, context))
    }
    return try object.superDecoder(forKey: key)
  }
}

extension UnkeyedDecodingContainer {
  fileprivate mutating func decoder(at index: Int) throws -> any Decoder {
    while let count, index >= 0, index < count {
      let decoder = try superDecoder()
      if currentIndex > index { return decoder }
    }
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "there is no element \(index)")
    throw Missing(cause: .valueNotFound(Any.self, context))
  }
}
