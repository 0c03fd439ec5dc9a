import Foundation

/// A floating-point type, read from text without rounding twice.
typealias JSONFloatingPoint = BinaryFloatingPoint & LosslessStringConvertible

/// A coding path, built only for an error.
typealias LazyCodingPath = () -> [any CodingKey]

extension JSON {
  @inline(__always)
  func decodedString(at path: @autoclosure LazyCodingPath) throws -> String {
    guard case .string(let text) = storage else { throw mismatch(String.self, at: path()) }
    return text
  }

  /// Decodes a bool. Like Foundation, reports a null as a mismatch.
  @inline(__always)
  func decodedBool(at path: @autoclosure LazyCodingPath) throws -> Bool {
    guard case .bool(let value) = storage else { throw mismatch(Bool.self, at: path(), evenOfNull: true) }
    return value
  }

  /// Decodes an integer that fits the type.
  @inline(__always)
  func integer<Value: FixedWidthInteger & Decodable>(
    _ type: Value.Type,
    at path: @autoclosure LazyCodingPath
  ) throws -> Value {
    if case .int(let number) = storage, let value = Value(exactly: number) { return value }
    return try otherInteger(at: path)
  }

  private func otherInteger<Value: FixedWidthInteger & Decodable>(at path: LazyCodingPath) throws -> Value {
    let value: Value? =
      switch storage {
      case .int: nil
      case .uint(let number): Value(exactly: number)
      case .double(let number): Self.integer("\(number)")
      case .number(let text): Self.integer(text)
      default: throw mismatch(Value.self, at: path())
      }
    guard let value else { throw unrepresentable(Value.self, at: path()) }
    return value
  }

  /// Returns the integer that Foundation reads from a text: through a `Double`, if that is exact enough.
  private static func integer<Value: FixedWidthInteger & Decodable>(_ text: String) -> Value? {
    if let value = Value(text) { return value }
    guard let double = Double(text), let value = Value(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return value }
    return try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @inline(__always)
  func floatingPoint<Value: JSONFloatingPoint>(
    _ type: Value.Type,
    _ session: JSONDecoding,
    at path: @autoclosure LazyCodingPath
  ) throws -> Value {
    switch storage {
    case .int(let number): return Value(number)
    case .uint(let number): return Value(number)
    case .number(let text): return try floatingPoint(text, at: path)
    case .double(let number): return try floatingPoint("\(number)", at: path)
    default: return try nonConforming(session.options.nonConformingFloatDecodingStrategy, at: path)
    }
  }

  /// Returns the number in a text, unless it overflows or underflows.
  private func floatingPoint<Value: JSONFloatingPoint>(_ text: String, at path: LazyCodingPath) throws -> Value {
    guard let value = Value(text), value.isFinite, value != 0 || Self.isZero(text) else {
      throw unrepresentable(Value.self, at: path())
    }
    return value
  }

  private static func isZero(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }

  private func nonConforming<Value: JSONFloatingPoint>(
    _ strategy: JSONDecoder.NonConformingFloatDecodingStrategy,
    at path: LazyCodingPath
  ) throws -> Value {
    guard case .string(let text) = storage, case .convertFromString(let infinity, let negative, let nan) = strategy
    else { throw mismatch(Value.self, at: path()) }
    if JSONKeys.isSame(text, infinity) { return .infinity }
    if JSONKeys.isSame(text, negative) { return -.infinity }
    if JSONKeys.isSame(text, nan) { return .nan }
    throw mismatch(Value.self, at: path())
  }

  /// Decodes a number that a `Decimal` can hold, possibly rounded.
  func decodedDecimal(at path: LazyCodingPath) throws -> Decimal {
    let value: Decimal? =
      switch storage {
      case .int(let number): Decimal(number)
      case .uint(let number): Decimal(number)
      case .double(let number): Decimal(string: "\(number)")
      case .number(let text): Decimal(string: text)
      default: throw mismatch(Decimal.self, at: path())
      }
    guard let value else { throw unrepresentable(Decimal.self, at: path()) }
    return value
  }
}

extension JSON {
  /// Returns the error for a value of another type.
  func mismatch(_ type: Any.Type, at path: [any CodingKey], evenOfNull: Bool = false) -> DecodingError {
    if self.type == .null, !evenOfNull {
      let text = "Cannot get value of type \(type) -- found null value instead"
      return .valueNotFound(type, .init(codingPath: path, debugDescription: text))
    }
    let text = "Expected to decode \(type) but found \(self.type) instead."
    return .typeMismatch(type, .init(codingPath: path, debugDescription: text))
  }

  /// Returns the error for a number that a type can't hold.
  private func unrepresentable(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    let text = "Parsed JSON number <\(stringValue)> does not fit in \(type)."
    return .dataCorrupted(.init(codingPath: path, debugDescription: text))
  }
}
