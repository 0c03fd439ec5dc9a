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

extension JSON: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self.init(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Makes an object, in the literal's order. Of a key that comes twice, the last value counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(members: JSONMembers(names: elements.map(\.0), values: elements.map(\.1).keepable))
  }
}
