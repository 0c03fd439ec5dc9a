extension JSON: Hashable {
  /// Whether two values are equal. Numbers are compared by value (`1` equals `1.0`), objects regardless of the order of
  /// their keys, and nulls regardless of their errors.
  public static func == (one: JSON, other: JSON) -> Bool {
    switch (one.storage, other.storage) {
    case (.int(let one), .int(let other)): one == other
    case (.string(let one), .string(let other)): one == other
    case (.bool(let one), .bool(let other)): one == other
    case (.array(let one), .array(let other)): one.values == other.values
    case (.object(let one), .object(let other)): one.hasSameMembers(as: other)
    default: one.type == other.type && one.exactNumber == other.exactNumber
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    switch storage {
    case .null, .missing, .failure: break
    case .bool(let value): hasher.combine(value)
    case .int, .uint, .double, .number: hasher.combine(exactNumber)
    case .string(let value): hasher.combine(value)
    case .array(let elements): hasher.combine(elements.values)
    case .object(let members): members.hash(into: &hasher)
    }
  }
}

extension JSONMembers {
  fileprivate func hasSameMembers(as other: JSONMembers) -> Bool {
    if keys == other.keys { return values == other.values }
    guard values.count == other.values.count else { return false }
    return zip(keys.names, values).allSatisfy { other[$0] == .some($1) }
  }

  /// Hashes the members regardless of their order.
  fileprivate func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in zip(keys.names, values) {
      var member = Hasher()
      member.combine(key)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSON: Comparable {
  /// Whether a number is smaller, or a string sorts first; `false` for other values.
  public static func < (one: JSON, other: JSON) -> Bool {
    if case .string(let one) = one.storage, case .string(let other) = other.storage { return one < other }
    guard let one = one.exactNumber, let other = other.exactNumber else { return false }
    return one < other
  }

  /// Whether a number is larger, or a string sorts last; `false` for other values.
  public static func > (one: JSON, other: JSON) -> Bool { other < one }

  /// Whether a number or a string sorts first or is equal; for other values, whether the two are equal.
  public static func <= (one: JSON, other: JSON) -> Bool { one < other || one == other }

  /// Whether a number or a string sorts last or is equal; for other values, whether the two are equal.
  public static func >= (one: JSON, other: JSON) -> Bool { other < one || one == other }
}
