public import Foundation

extension JSON {
  /// The number, or 1 or 0 for a bool; `nil` for other values, and if it is out of the range of a `Double`. Setting
  /// `nil` sets null.
  public var double: Double? {
    get {
      switch storage {
      case .int(let value): Double(value)
      case .uint(let value): Double(value)
      case .double(let value): value
      case .number(let text): Self.double(text)
      case .bool(let value): value ? 1 : 0
      default: nil
      }
    }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var doubleValue: Double {
    get { numeric.double ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if it is out of the range of a `Float`. Setting
  /// `nil` sets null.
  public var float: Float? {
    get {
      let value: Float? =
        switch storage {
        case .int(let value): Float(value)
        case .uint(let value): Float(value)
        // NB: converting through a `Double` would round the digits twice.
        case .number(let text): Float(text)
        default: double.map { Float($0) }
        }
      return value.flatMap { $0.isFinite ? $0 : nil }
    }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var floatValue: Float {
    get { numeric.float ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number with all its digits, or 1 or 0 for a bool; `nil` for other values, and if a `Decimal` can't hold it,
  /// which has 38 digits and exponents from -128 to 127. Setting `nil` sets null.
  public var decimal: Decimal? {
    get {
      switch storage {
      case .int(let value): Decimal(value)
      case .uint(let value): Decimal(value)
      case .double(let value): Decimal(jsonNumber: "\(value)")
      case .number(let text): Decimal(jsonNumber: text)
      case .bool(let value): value ? 1 : 0
      default: nil
      }
    }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number with all its digits, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var decimalValue: Decimal {
    get { numeric.decimal ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number as an `NSNumber`, or 1 or 0 for a bool; `nil` for other values, and if neither a `Decimal` nor a
  /// `Double` can hold it. Setting `nil` sets null.
  public var number: NSNumber? {
    get {
      switch storage {
      case .int(let value): NSNumber(value: value)
      case .uint(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      case .number: decimal.map { NSDecimalNumber(decimal: $0) } ?? double.map { NSNumber(value: $0) }
      case .bool(let value): NSNumber(value: value ? 1 : 0)
      default: nil
      }
    }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number as an `NSNumber`, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var numberValue: NSNumber {
    get { numeric.number ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number in a string, or else the value itself.
  var numeric: JSON {
    guard case .string(let text) = storage else { return self }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let digits = trimmed.first.map { "+-".contains($0) } == true ? trimmed.dropFirst() : trimmed[...]
    guard digits.first?.isWholeNumber == true else { return .null }
    // JSON doesn't allow leading zeros, but people and databases write them.
    let short = digits.drop { $0 == "0" }
    let number = JSON(
      parseJSON: (trimmed.first == "-" ? "-" : "") + (short.first?.isWholeNumber == true ? short : digits)
    )
    return number.type == .number ? number : .null
  }

  /// Parses the text of a finite number.
  private static func double(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}

extension Decimal {
  /// Creates the number in a text, if it can be represented exactly.
  fileprivate init?(jsonNumber text: String) {
    let number = JSONDecimal(text)
    guard number.digits.count <= 38, -127...128 ~= number.exponent else { return nil }
    self.init(string: text)
  }
}
