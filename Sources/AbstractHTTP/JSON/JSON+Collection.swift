/// Goes through the elements of an array, with their places as keys, and through the members of an object; all else is empty.
///
/// ```swift
/// for (name, user) in json["users"] { print(name, user.age.intValue) }
/// ```
extension JSON: RandomAccessCollection {
  /// A place in an array or an object.
  public struct Index: Comparable, Hashable, Sendable {
    let place: Int

    /// Whether one place is before another.
    public static func < (one: Index, other: Index) -> Bool { one.place < other.place }
  }

  /// The place of the first value.
  public var startIndex: Index { Index(place: 0) }

  /// The place after the last value.
  public var endIndex: Index { Index(place: values.count) }

  /// The place so many further.
  public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(place: index.place + distance) }

  /// How far two places are apart.
  public func distance(from start: Index, to end: Index) -> Int { end.place - start.place }

  /// The place after another.
  public func index(after index: Index) -> Index { Index(place: index.place + 1) }

  /// The place before another.
  public func index(before index: Index) -> Index { Index(place: index.place - 1) }

  /// The key and the value at a place; nothing and null at a place that there is not.
  public subscript(position: Index) -> (key: String, value: JSON) {
    let (values, place) = (values, position.place)
    guard values.indices.contains(place) else { return ("", .null) }
    guard case .object(let members) = storage else { return (String(place), values[place]) }
    return (members.keys.names[place], values[place])
  }

  /// The keys of an object, in their order; none of all else.
  public var keys: [String] {
    if case .object(let members) = storage { members.keys.names } else { [] }
  }

  /// The values of an object or an array, in their order; none of all else.
  public var values: [JSON] {
    switch storage {
    case .array(let elements): elements.values
    case .object(let members): members.values
    default: []
    }
  }
}
