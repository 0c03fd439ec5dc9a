/// Iterates over the elements of an array, with their indices as keys, and over the members of an object. Other values
/// are empty.
///
/// ```swift
/// for (name, user) in json["users"] { print(name, user.age.intValue) }
/// ```
extension JSON: RandomAccessCollection {
  /// A position in an array or an object.
  public struct Index: Comparable, Hashable, Sendable {
    let place: Int

    /// Whether one position precedes another.
    public static func < (one: Index, other: Index) -> Bool { one.place < other.place }
  }

  /// The position of the first value.
  public var startIndex: Index { Index(place: 0) }

  /// The position after the last value.
  public var endIndex: Index { Index(place: values.count) }

  /// Returns a position at a distance from another.
  public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(place: index.place + distance) }

  /// Returns the distance between two positions.
  public func distance(from start: Index, to end: Index) -> Int { end.place - start.place }

  /// Returns the next position.
  public func index(after index: Index) -> Index { Index(place: index.place + 1) }

  /// Returns the previous position.
  public func index(before index: Index) -> Index { Index(place: index.place - 1) }

  /// The key and the value at a position; an empty key and null if the position doesn't exist.
  public subscript(position: Index) -> (key: String, value: JSON) {
    let (values, place) = (values, position.place)
    guard values.indices.contains(place) else { return ("", .null) }
    guard case .object(let members) = storage else { return (String(place), values[place]) }
    return (members.keys.names[place], values[place])
  }

  /// The keys of an object, in their order; empty for other values.
  public var keys: [String] {
    if case .object(let members) = storage { members.keys.names } else { [] }
  }

  /// The values of an object or an array, in their order; empty for other values.
  public var values: [JSON] {
    switch storage {
    case .array(let elements): elements.values
    case .object(let members): members.values
    default: []
    }
  }
}
