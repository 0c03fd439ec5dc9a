public import Foundation

extension JSON: ExpressibleByNilLiteral {
  /// Makes a null.
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// Makes a bool.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int64) { self.init(.int(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// Makes a string.
  public init(stringLiteral value: String) { self.init(value) }
}

/// A value that may stand in a literal of ``JSON``: text, numbers, bools, dates (ISO 8601), URLs, JSON, arrays, and dictionaries.
///
/// ```swift
/// let json: JSON = ["name": name, "age": optionalAge, "user": other.user, "tags": ["new", tag]]
/// ```
///
/// An `Encodable` type of yours needs nothing but the conformance: `extension User: JSONConvertible {}`. What is in an array or a
/// dictionary isn't checked by the compiler; see ``JSON/init(_:)-9efdc``.
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
  /// Makes an array of values. `nil` is null.
  ///
  /// A value that JSON has no counterpart for makes the whole null, with the ``error`` that names the place.
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
  /// Makes an object, in the literal's order. Of a key that comes twice, the last value counts. `nil` is null.
  ///
  /// A literal within is a Swift dictionary, which has no order: its keys are sorted. To keep their order, write `as JSON` after
  /// it. A value that JSON has no counterpart for makes the whole null, with the ``error`` that names the place.
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
  /// Makes JSON of any Swift value; `nil` if JSON has no counterpart for it: see ``init(_:)-9efdc``.
  public init?(rawValue: Any) {
    self.init(rawValue as Any?)
    if error != nil { return nil }
  }

  /// The ``object``.
  public var rawValue: Any { object }
}
