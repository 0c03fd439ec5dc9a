/// Why JSON is not the model that was to be made of it.
///
/// ```text
/// User.name is required, and missing at $.users[3].name
/// ```
///
/// The type is the innermost model's that could not be built, and `nil` where there is none; the property is what that model
/// looked for, and the path is where that is, from the value that the whole was built of.
public enum ModelMappingError: Error, Hashable, Sendable {
  /// A value is missing.
  case required(type: String?, property: String, path: JSONPath)
  /// A required value is null.
  case null(type: String?, property: String, path: JSONPath)
  /// A value is of another kind than it must be.
  case wrongType(type: String?, property: String, path: JSONPath, expected: String, found: JSONType)
  /// A value is of the right kind, and yet none: a number that does not fit, a string that is no date, an unknown case of an
  /// enum.
  case invalidValue(type: String?, property: String, path: JSONPath, expected: String)

  /// The model that could not be built.
  public var type: String? { place.type }

  /// The property that it looked for; empty if it is the model itself.
  public var property: String { place.property }

  /// Where that is.
  public var path: JSONPath { place.path }

  private typealias Location = (type: String?, property: String, path: JSONPath)

  private var place: Location {
    switch self {
    case .required(let type, let property, let path), .null(let type, let property, let path): (type, property, path)
    case .wrongType(let type, let property, let path, _, _): (type, property, path)
    case .invalidValue(let type, let property, let path, _): (type, property, path)
    }
  }

  private func at(_ place: Location) -> ModelMappingError {
    switch self {
    case .required: .required(type: place.type, property: place.property, path: place.path)
    case .null: .null(type: place.type, property: place.property, path: place.path)
    case .wrongType(_, _, _, let expected, let found):
      .wrongType(type: place.type, property: place.property, path: place.path, expected: expected, found: found)
    case .invalidValue(_, _, _, let expected):
      .invalidValue(type: place.type, property: place.property, path: place.path, expected: expected)
    }
  }
}

extension ModelMappingError {
  static func wrong(_ json: JSON, expected: String) -> ModelMappingError {
    .wrongType(type: nil, property: "", path: [], expected: expected, found: json.type)
  }

  static func invalid(_ type: Any.Type) -> ModelMappingError {
    .invalidValue(type: nil, property: "", path: [], expected: "\(type)")
  }

  /// Reads something that lies at a path, and says so in its error.
  static func within<Value>(_ outer: JSONPath, _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let error as ModelMappingError {
      throw error.at((error.type, error.property, outer + error.path))
    } catch let error as ModelBuildError {
      throw ModelBuildError(model: error.model, path: outer + error.path, cause: error.cause)
    } catch let error where !outer.steps.isEmpty && !(error is CancellationError || error is JSONError) {
      throw ModelBuildError(model: "\(Value.self)", path: outer, cause: error)
    }
  }

  /// The error of a model's, unless it is one of a model's within it already.
  func naming(_ type: String) -> ModelMappingError {
    guard self.type == nil else { return self }
    return at((type, property.isEmpty ? path.property : property, path))
  }
}

extension ModelMappingError: CustomStringConvertible {
  /// What is wrong and where, in words; without the values, which may be secrets.
  public var description: String {
    let name = [type, property.isEmpty && type == nil ? path.property : property]
      .compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ".")
    let subject = name.isEmpty ? "the value" : name
    switch self {
    case .required: return "\(subject) is required, and missing at \(path)"
    case .null: return "\(subject) is required, and null at \(path)"
    case .wrongType(_, _, _, let expected, let found):
      return "\(subject) must be \(expected), and is \(found) at \(path)"
    case .invalidValue(_, _, _, let expected): return "\(subject) is no valid \(expected) at \(path)"
    }
  }
}

/// An error of a model's own, thrown by ``JSONModel/build(json:)``, with the way to the JSON of the model.
///
/// A model that the whole JSON is built into throws its error as it is.
public struct ModelBuildError: Error {
  /// The model that could not be built, such as `User`.
  public let model: String
  /// Where its JSON is, from the value that the whole was built of.
  public let path: JSONPath
  /// What the model threw.
  let cause: any Error
}
