/// The path from a JSON value to a nested one: keys and indices.
///
/// ```swift
/// let path: JSONPath = ["users", 0, "first name"]
/// print(path)                                       // $.users[0]["first name"]
/// ```
///
/// It is written as in RFC 9535, with `$` for the value at which it begins.
public struct JSONPath: Sendable, Hashable {
  /// The steps, outermost first.
  public var steps: [JSONKey]

  /// Creates a path from steps.
  public init(_ steps: [JSONKey] = []) { self.steps = steps }

  /// Creates a path from strings and integers.
  public init(_ steps: [any JSONSubscriptType]) { self.steps = steps.map(\.jsonKey) }

  /// Joins two paths.
  public static func + (one: JSONPath, other: JSONPath) -> JSONPath { JSONPath(one.steps + other.steps) }
}

extension JSONPath: ExpressibleByArrayLiteral {
  /// Creates a path from strings and integers.
  public init(arrayLiteral elements: any JSONSubscriptType...) { self.init(elements) }
}

extension JSONPath: CustomStringConvertible {
  /// The text of the path, such as `$.users[0].name`.
  public var description: String { "$" + relativeText }

  /// The path without the leading `$`: `users[0].name`.
  var property: String {
    let text = relativeText
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  private var relativeText: String { steps.map(\.pathText).joined() }
}

/// A step of a ``JSONPath``.
public enum JSONKey: Sendable, Hashable {
  /// An element of an array.
  case index(Int)
  /// A member of an object.
  case key(String)

  fileprivate var pathText: String {
    switch self {
    case .index(let index): "[\(index)]"
    case .key(let key) where Self.isPlain(key): ".\(key)"
    case .key(let key): "[\(JSON(key).serialized(options: .withoutEscapingSlashes))]"
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return key.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

/// A type that can subscript a ``JSON``: a `String`, an `Int`, or a ``JSONKey``.
public protocol JSONSubscriptType: Sendable {
  /// The step.
  var jsonKey: JSONKey { get }
}

extension String: JSONSubscriptType {
  /// The member with this name.
  public var jsonKey: JSONKey { .key(self) }
}

extension Int: JSONSubscriptType {
  /// The element at this index.
  public var jsonKey: JSONKey { .index(self) }
}

extension JSONKey: JSONSubscriptType {
  /// This step.
  public var jsonKey: JSONKey { self }
}
