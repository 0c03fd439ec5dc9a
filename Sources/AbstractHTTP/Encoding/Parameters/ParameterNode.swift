/// An object or an array in the parameters.
///
/// It is a reference type, because an `Encodable` may keep a container and write to it at any time.
final class ParameterNode {
  enum Kind {
    /// Nothing was encoded, which counts as an object without members.
    case empty
    case single(ParameterValue)
    case array
    case object
  }

  struct Entry {
    let key: String
    var value: ParameterValue
  }

  var kind: Kind
  /// The members of an object, or the elements of an array, which have no key.
  var entries: [Entry] = []
  /// Whether the members come from a dictionary, whose order differs in every process.
  var isUnordered = false

  init(_ kind: Kind = .empty) { self.kind = kind }

  /// Creates an object for the members of a dictionary, which have no order.
  init(dictionaryOf count: Int) {
    kind = .object
    isUnordered = true
    entries.reserveCapacity(count)
  }

  /// The node itself, or the single value that was encoded.
  var value: ParameterValue {
    if case .single(let value) = kind { value } else { .node(self) }
  }

  func append(_ value: ParameterValue, for key: String = "") { entries.append(Entry(key: key, value: value)) }

  /// Returns the members of an object. If a key was encoded twice, its last value takes the first one's position.
  ///
  /// - Parameter isSorted: Whether to sort them by their keys.
  func members(isSorted: Bool) -> [Entry] {
    guard entries.count > 1 else { return entries }
    let sorted = entries.sorted { $0.key < $1.key }
    let isSorted = isSorted || isUnordered
    let hasTwice = zip(sorted, sorted.dropFirst()).contains { $0.key == $1.key }
    guard hasTwice else { return isSorted ? sorted : entries }
    var places: [String: Int] = [:]
    var members: [Entry] = []
    for entry in entries {
      if let place = places.updateValue(places[entry.key] ?? members.count, forKey: entry.key) {
        members[place] = entry
      } else {
        members.append(entry)
      }
    }
    return isSorted ? members.sorted { $0.key < $1.key } : members
  }
}
