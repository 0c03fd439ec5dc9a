/// An object or an array among the parameters, while it is read and after.
///
/// A reference, because an `Encodable` may keep a container and write into it whenever it likes.
final class ParameterNode {
  enum Kind {
    /// Nothing was encoded: taken for an object without members.
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
  /// Whether the order of the members is a dictionary's, which is another in every process.
  var isUnordered = false

  init(_ kind: Kind = .empty) { self.kind = kind }

  /// An object that has as many members as a dictionary, and no order either.
  init(dictionaryOf count: Int) {
    kind = .object
    isUnordered = true
    entries.reserveCapacity(count)
  }

  /// Itself, or the single value that it came to.
  var value: ParameterValue {
    if case .single(let value) = kind { value } else { .node(self) }
  }

  func append(_ value: ParameterValue, for key: String = "") { entries.append(Entry(key: key, value: value)) }

  /// The members of an object: of a key that was encoded twice the last value, at the place of the first.
  ///
  /// - Parameter isSorted: Whether they are to be in the order of their keys.
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
