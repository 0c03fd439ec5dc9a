/// The members of an object, by the names that the strategy returns, for decoding.
///
/// It is a reference type, because the standard library copies a container for every value.
final class JSONObjectNode {
  let node: JSONNode
  let names: [String]
  private let values: [JSON]
  /// The position after the most recently found name.
  private var next = 0
  private var places: [String: Int]?

  /// With this many names or more, names that aren't read in order are looked up in a dictionary.
  private static let few = 16

  init(_ node: JSONNode) throws {
    guard case .object(let members) = node.json.storage else { throw node.noContainer([String: Any].self, "keyed") }
    self.node = node
    if node.session.keepsNames {
      (names, values) = (members.keys.names, members.values)
    } else {
      (names, values) = node.session.members(members, of: node)
    }
  }

  /// The value of a name.
  subscript(name: String) -> JSON? {
    guard let place = place(of: name) else { return nil }
    next = place + 1
    return values[place]
  }

  /// Returns the position of a name, which most likely follows the previous one.
  private func place(of name: String) -> Int? {
    let isLarge = names.count > Self.few
    var place = next
    let end = isLarge ? Swift.min(next + 2, names.count) : names.count
    while place < end {
      if names[place] == name { return first(name, place) }
      place += 1
    }
    return isLarge ? allPlaces()[name] : names[..<next].firstIndex(of: name)
  }

  /// Returns the first position of a name. Names with different bytes are equal if they look the same.
  private func first(_ name: String, _ place: Int) -> Int? {
    if place == 0 || name.utf8.allSatisfy({ $0 < 0x80 }) { return place }
    return names.count > Self.few ? allPlaces()[name] : names.firstIndex(of: name)
  }

  private func allPlaces() -> [String: Int] {
    if let places { return places }
    let places = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.places = places
    return places
  }
}
