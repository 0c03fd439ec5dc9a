/// The decoder of one value: the value, and the way to it, which becomes a coding path only for an error.
final class JSONNode: Decoder {
  /// The last step on the way.
  enum Step {
    case none
    case key(any CodingKey)
    case index(Int)
  }

  let json: JSON
  let session: JSONDecoding
  private let parent: JSONNode?
  private let step: Step
  /// The place after the key that was found last.
  private var next = 0
  private var places: [String: Int]?

  /// From so many keys on, those that don't come in order are found by a dictionary.
  private static let few = 16

  init(_ json: JSON, _ session: JSONDecoding, in parent: JSONNode?, _ step: Step) {
    self.json = json
    self.session = session
    self.parent = parent
    self.step = step
  }

  func child(_ json: JSON, _ step: Step) -> JSONNode { JSONNode(json, session, in: self, step) }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var node: JSONNode? = self
    while let current = node {
      switch current.step {
      case .none: break
      case .key(let key): path.append(key)
      case .index(let index): path.append(JSONCodingKey(index: index))
      }
      node = current.parent
    }
    return path.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try JSONKeyedContainer<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONUnkeyedContainer(self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Where a name is among those of the object: most likely after the one before.
  func place(of name: String, in names: [String]) -> Int? {
    let isLarge = names.count > Self.few
    for place in Swift.min(next, names.count)..<(isLarge ? Swift.min(next + 2, names.count) : names.count)
    where names[place] == name {
      return found(place, name, in: names)
    }
    guard let place = isLarge ? places(of: names)[name] : names.prefix(next).firstIndex(of: name) else { return nil }
    next = place + 1
    return place
  }

  private func found(_ place: Int, _ name: String, in names: [String]) -> Int? {
    next = place + 1
    // Names of other bytes are equal if they look the same; the first one counts.
    return name.utf8.allSatisfy { $0 < 0x80 } ? place : names.firstIndex(of: name)
  }

  private func places(of names: [String]) -> [String: Int] {
    if let places { return places }
    let places = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.places = places
    return places
  }
}

extension JSONNode {
  /// The error for a value that has no container of a kind.
  func noContainer(_ type: Any.Type, _ kind: String) -> DecodingError {
    guard json.type == .null else { return json.mismatch(type, at: codingPath) }
    let text = "Cannot get \(kind) decoding container -- found null value instead"
    return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: text))
  }
}
