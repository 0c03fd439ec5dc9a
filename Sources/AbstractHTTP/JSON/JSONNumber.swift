/// The exact value of a number, regardless of its notation: `1`, `1.0`, and `10e-1` are equal.
enum JSONNumber: Hashable {
  case int(Int64)
  case uint(UInt64)
  /// A number that isn't a 64-bit integer.
  case decimal(JSONDecimal)

  /// Reads a number's valid text.
  init(text: String) {
    let decimal = JSONDecimal(text)
    self = decimal.isIntegral ? decimal.truncated ?? .decimal(decimal) : .decimal(decimal)
  }

  /// Returns the number truncated to an integer; `nil` if it doesn't fit.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self, exactly: Bool = false) -> Value? {
    switch self {
    case .int(let value): Value(exactly: value)
    case .uint(let value): Value(exactly: value)
    case .decimal(let decimal): exactly ? nil : decimal.truncated?.integer()
    }
  }

  private var decimal: JSONDecimal {
    switch self {
    case .int(let value): JSONDecimal(value.description)
    case .uint(let value): JSONDecimal(value.description)
    case .decimal(let decimal): decimal
    }
  }
}

extension JSONNumber: Comparable {
  static func < (one: JSONNumber, other: JSONNumber) -> Bool {
    if case .int(let one) = one, case .int(let other) = other { return one < other }
    return one.decimal < other.decimal
  }
}

extension JSON {
  /// The value of a number.
  var exactNumber: JSONNumber? {
    switch storage {
    case .int(let value): .int(value)
    case .uint(let value): .uint(value)
    case .double(let value): JSONNumber(text: value.description)
    case .number(let text): JSONNumber(text: text)
    default: nil
    }
  }
}
