/// A JSON value of any type, which you can read and change without a model.
///
/// ```swift
/// let json = try JSON(data: response.data)
/// json.users[0].name.string                  // "Ada"
/// json["users", 7, "name"].stringValue       // "", for there is none …
/// json["users", 7, "name"].error             // … and why: no such index: $.users[7], the array's count is 1
///
/// var settings: JSON = ["theme": "dark", "sizes": [1, 2.5, nil]]
/// settings["window"]["width"] = 800          // makes the object that it needs
/// ```
///
/// `JSON` is a value type: copies are independent. Every lookup succeeds: a missing value is `null` with an ``error``
/// that names the path, and nothing traps. As in SwiftyJSON, getters have two forms: ``string`` is `nil` for values
/// other than strings, while ``stringValue`` converts values, and is empty if that isn't possible. To read a value that
/// must exist, use ``required(_:as:)``.
///
/// - Numbers keep their exact text: 64-bit integers, `1.0`, `0.1`, and numbers that a `Double` can't hold.
/// - Objects keep the order of their keys. Keys are equal if their bytes are.
/// - Nothing is nested deeper than ``maximumDepth``, and nothing deeper than ``codableDepth`` goes through `Codable`,
///   so that no value can exhaust the stack.
/// - A member can also be read as a property, unless `JSON` has a property with that name: `json.name`, but
///   `json["count"]`.
@dynamicMemberLookup
public struct JSON: Sendable {
  /// The representation of a value.
  enum Storage: Sendable {
    case null
    /// Null, because the key doesn't exist.
    case missing(String)
    /// Null, for another reason.
    case failure(JSONFailure)
    case bool(Bool)
    case int(Int64)
    /// An integer beyond `Int64.max`.
    case uint(UInt64)
    /// A finite number.
    case double(Double)
    /// The valid text of a number that isn't a 64-bit integer.
    case number(String)
    case string(String)
    case array(JSONElements)
    case object(JSONMembers)
  }

  var storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// Creates a null with an error.
  init(_ error: JSONError) { storage = .failure(JSONFailure(error)) }

  /// The value `null`.
  public static let null = JSON(.null)

  /// The maximum nesting of arrays and objects: 512.
  ///
  /// Parsing a deeper text is an error. A deeper value can't be created: it is null with the error
  /// ``JSONError/tooDeep(path:)``.
  public static let maximumDepth = 512

  /// The maximum nesting of arrays and objects for encoders and decoders, whose calls use much of the stack: 128.
  public static let codableDepth = 128

  /// The type of the value. The type of a missing value is `.null`.
  public var type: JSONType {
    switch storage {
    case .null, .missing, .failure: .null
    case .bool: .bool
    case .int, .uint, .double, .number: .number
    case .string: .string
    case .array: .array
    case .object: .dictionary
    }
  }

  /// The reason why the value doesn't exist; `nil` for every existing value, including `null`.
  public var error: JSONError? {
    switch storage {
    case .missing(let key): .missingKey(path: [key])
    case .failure(let failure): failure.error
    default: nil
    }
  }

  /// Returns whether the value exists. A `null` exists.
  public func exists() -> Bool {
    switch storage {
    case .missing, .failure: false
    default: true
    }
  }

  /// The nesting depth of arrays and objects in this value.
  var height: Int {
    switch storage {
    case .array(let elements): Int(elements.height)
    case .object(let members): Int(members.height)
    default: 0
    }
  }
}

/// The reason for a null, behind a reference that keeps `JSON` small.
final class JSONFailure: Sendable {
  let error: JSONError

  init(_ error: JSONError) { self.error = error }
}
