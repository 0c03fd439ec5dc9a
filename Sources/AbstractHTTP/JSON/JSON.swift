/// Any JSON value, read and changed without a type of its own.
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
/// A value: a copy is independent of its original. It can be asked for anything; what is not there is `null` with an
/// ``error`` that names the path, never a trap. The getters in two forms are SwiftyJSON's: ``string`` is `nil` where there is
/// no string, ``stringValue`` converts what can be converted, and is empty otherwise. What must be there is read by
/// ``required(_:as:)``.
///
/// - Numbers keep their exact text: 64-bit integers, `1.0`, `0.1`, and whatever a `Double` cannot hold.
/// - Objects keep the order of their keys. Keys are the same if their bytes are.
/// - Nothing is nested deeper than ``maximumDepth``, and nothing deeper than ``codableDepth`` goes through `Codable`, so that no
///   value can exhaust the stack.
/// - A member can also be read as a property, unless `JSON` has one of that name: `json.name`, but `json["count"]`.
@dynamicMemberLookup
public struct JSON: Sendable {
  /// What the value is.
  enum Storage: Sendable {
    case null
    /// Null, because there is no such key.
    case missing(String)
    /// Null, for another reason.
    case failure(JSONFailure)
    case bool(Bool)
    case int(Int64)
    /// What is beyond `Int64.max`.
    case uint(UInt64)
    /// A finite one.
    case double(Double)
    /// A number that is not an integer of 64 bits, by its valid text.
    case number(String)
    case string(String)
    case array(JSONElements)
    case object(JSONMembers)
  }

  var storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// Makes a null that remembers why.
  init(_ error: JSONError) { storage = .failure(JSONFailure(error)) }

  /// The value `null`.
  public static let null = JSON(.null)

  /// How many arrays and objects may lie within each other: 512.
  ///
  /// Parsing a deeper text is an error. A deeper value cannot be built: it is null with the error ``JSONError/tooDeep(path:)``.
  public static let maximumDepth = 512

  /// How many arrays and objects may lie within each other where an encoder or a decoder is at work, whose own calls take
  /// much of the stack: 128.
  public static let codableDepth = 128

  /// The kind of value. What is not there is `.null`, too.
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

  /// Why this is not there; `nil` for every value that is, a plain `null` included.
  public var error: JSONError? {
    switch storage {
    case .missing(let key): .missingKey(path: [key])
    case .failure(let failure): failure.error
    default: nil
    }
  }

  /// Whether this is there, be it `null`.
  public func exists() -> Bool {
    switch storage {
    case .missing, .failure: false
    default: true
    }
  }

  /// How many arrays and objects lie within each other here.
  var height: Int {
    switch storage {
    case .array(let elements): Int(elements.height)
    case .object(let members): Int(members.height)
    default: 0
    }
  }
}

/// Why a null is one, behind a reference that keeps `JSON` small.
final class JSONFailure: Sendable {
  let error: JSONError

  init(_ error: JSONError) { self.error = error }
}
