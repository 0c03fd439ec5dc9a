public import Foundation

extension JSON: JSONReadable {
  /// Returns the value unchanged.
  public static func read(json: JSON) throws -> JSON { json }
}

extension String: JSONReadable {
  /// Reads a string.
  public static func read(json: JSON) throws -> String {
    guard let value = json.string else { throw ModelMappingError.wrong(json, expected: "a string") }
    return value
  }
}

extension Bool: JSONReadable {
  /// Reads a bool.
  public static func read(json: JSON) throws -> Bool {
    guard let value = json.bool else { throw ModelMappingError.wrong(json, expected: "a bool") }
    return value
  }
}

extension Double: JSONReadable {
  /// Reads a number that a `Double` can hold, possibly rounded.
  public static func read(json: JSON) throws -> Double { try json.exactly { $0.double } }
}

extension Float: JSONReadable {
  /// Reads a number that a `Float` can hold, possibly rounded.
  public static func read(json: JSON) throws -> Float { try json.exactly { $0.float } }
}

extension Decimal: JSONReadable {
  /// Reads a number that a `Decimal` can hold exactly.
  public static func read(json: JSON) throws -> Decimal { try json.exactly { $0.decimal } }
}

extension URL: JSONReadable {
  /// Reads a URL from a string.
  public static func read(json: JSON) throws -> URL {
    guard let url = URL(string: try String.read(json: json)) else { throw ModelMappingError.invalid(URL.self) }
    return url
  }
}

extension Date: JSONReadable {
  /// Reads a date from a string in ISO 8601, with or without a fraction of a second.
  public static func read(json: JSON) throws -> Date {
    guard let date = ISO8601.date(try String.read(json: json)) else { throw ModelMappingError.invalid(Date.self) }
    return date
  }
}

extension JSON {
  fileprivate func exactly<Value>(_ read: (JSON) -> Value?) throws -> Value {
    guard type == .number else { throw ModelMappingError.wrong(self, expected: "a number") }
    guard let value = read(self) else { throw ModelMappingError.invalid(Value.self) }
    return value
  }

  fileprivate func exactInteger<Value: FixedWidthInteger>() throws -> Value {
    try exactly { $0.exactNumber?.integer(exactly: true) }
  }
}

extension Int: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> Int { try json.exactInteger() }
}

extension Int8: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> Int8 { try json.exactInteger() }
}

extension Int16: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> Int16 { try json.exactInteger() }
}

extension Int32: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> Int32 { try json.exactInteger() }
}

extension Int64: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> Int64 { try json.exactInteger() }
}

extension UInt: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> UInt { try json.exactInteger() }
}

extension UInt8: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> UInt8 { try json.exactInteger() }
}

extension UInt16: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> UInt16 { try json.exactInteger() }
}

extension UInt32: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> UInt32 { try json.exactInteger() }
}

extension UInt64: JSONReadable {
  /// Reads an integer that fits the type.
  public static func read(json: JSON) throws -> UInt64 { try json.exactInteger() }
}
