public import Foundation

extension JSON: ExpressibleByNilLiteral {
  /// Creates a null.
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// Creates a bool.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Creates a number.
  public init(integerLiteral value: Int64) { self.init(.int(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// Creates a string.
  public init(stringLiteral value: String) { self.init(value) }
}

/// A value that can be part of a ``JSON`` literal: text, numbers, bools, dates (ISO 8601), URLs, JSON, arrays, and
/// dictionaries.
///
/// ```swift
/// let json: JSON = ["name": name, "age": optionalAge, "user": other.user, "tags": ["new", tag]]
/// ```
///
/// A custom `Encodable` type only needs the conformance: `extension User: JSONConvertible {}`. The compiler doesn't
/// check the contents of arrays and dictionaries; see ``JSON/init(_:)-9efdc``.
public protocol JSONConvertible {}

extension JSON: JSONConvertible {}
extension String: JSONConvertible {}
extension Substring: JSONConvertible {}
extension Bool: JSONConvertible {}
extension Int: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension Int128: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}
extension UInt128: JSONConvertible {}
extension Double: JSONConvertible {}
extension Float: JSONConvertible {}
extension Decimal: JSONConvertible {}
extension Date: JSONConvertible {}
extension URL: JSONConvertible {}
extension UUID: JSONConvertible {}
extension NSNull: JSONConvertible {}
extension Array: JSONConvertible {}
extension Dictionary: JSONConvertible where Key == String {}

extension JSON: ExpressibleByArrayLiteral {
  /// Creates an array. `nil` becomes null.
  ///
  /// If a value has no counterpart in JSON, the whole array is null, with an ``error`` that names the path.
  public init(arrayLiteral elements: (any JSONConvertible)?...) {
    do throws(JSONError) {
      var values: [JSON] = []
      for (index, element) in elements.enumerated() { values.append(try JSON(literal: element, at: .index(index))) }
      self.init(values)
    } catch {
      self.init(error)
    }
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Creates an object with the order of the literal. The last value of a repeated key wins. `nil` becomes null.
  ///
  /// A nested literal is a Swift dictionary, which has no order, so its keys are sorted. Append `as JSON` to it to keep
  /// their order. If a value has no counterpart in JSON, the whole object is null, with an ``error`` that names the
  /// path.
  public init(dictionaryLiteral elements: (String, (any JSONConvertible)?)...) {
    do throws(JSONError) {
      var values: [JSON] = []
      for (key, element) in elements { values.append(try JSON(literal: element, at: .key(key))) }
      self.init(members: JSONMembers(names: elements.map(\.0), values: values.keepable))
    } catch {
      self.init(error)
    }
  }
}

extension JSON {
  private init(literal element: (any JSONConvertible)?, at step: JSONKey) throws(JSONError) {
    if let json = element as? JSON {
      self = json
      return
    }
    self.init(element as Any?)
    if let error { throw error.within(JSONPath([step])) }
  }
}

extension JSON: RawRepresentable {
  /// Creates JSON from a Swift value; `nil` if it has no counterpart in JSON. See ``init(_:)-9efdc``.
  public init?(rawValue: Any) {
    self.init(rawValue as Any?)
    if error != nil { return nil }
  }

  /// The value as a Swift type: the ``object``.
  public var rawValue: Any { object }
}
