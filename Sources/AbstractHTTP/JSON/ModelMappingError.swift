/// The reason why JSON doesn't match a model.
///
/// ```text
/// User.name is required, and missing at $.users[3].name
/// ```
///
/// The type is the innermost model that couldn't be created, or `nil` if there is none. The property is the one that
/// the model looked for. The path leads to it from the outermost value.
public enum ModelMappingError: Error, Hashable, Sendable {
  /// A value is missing.
  case required(type: String?, property: String, path: JSONPath)
  /// A required value is null.
  case null(type: String?, property: String, path: JSONPath)
  /// A value has a different type than the required one.
  case wrongType(type: String?, property: String, path: JSONPath, expected: String, found: JSONType)
  /// A value has the right type but is invalid: a number that doesn't fit, a string that isn't a date, or an unknown
  /// case of an enum.
  case invalidValue(type: String?, property: String, path: JSONPath, expected: String)

  /// The model that couldn't be created.
  public var type: String? { place.type }

  /// The property that the model looked for; empty for the model itself.
  public var property: String { place.property }

  /// The path to the property.
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

  /// Reads a value at a path, and adds the path to errors.
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

  /// Returns the error with the name of a model, unless a nested model has already set one.
  func naming(_ type: String) -> ModelMappingError {
    guard self.type == nil else { return self }
    return at((type, property.isEmpty ? path.property : property, path))
  }
}

extension ModelMappingError: CustomStringConvertible {
  /// A description of the reason and the path, without values, which may be secret.
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

/// A custom error thrown by ``JSONModel/build(json:)``, with the path to the model's JSON.
///
/// If the model is created from the whole JSON, its error is thrown unchanged.
public struct ModelBuildError: Error {
  /// The model that couldn't be created, such as `User`.
  public let model: String
  /// The path to its JSON, from the outermost value.
  public let path: JSONPath
  /// The error that the model threw.
  let cause: any Error
}
