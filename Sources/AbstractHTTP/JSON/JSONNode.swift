/// The decoder of one value, with its path, from which a coding path is only created for an error.
final class JSONNode: Decoder {
  /// The last step of the path.
  enum LastStep {
    case none
    case key(any CodingKey)
    case index(Int)
  }

  let json: JSON
  let session: JSONDecoding
  private let parent: JSONNode?
  private let step: LastStep

  init(_ json: JSON, _ session: JSONDecoding, in parent: JSONNode?, _ step: LastStep) {
    self.json = json
    self.session = session
    self.parent = parent
    self.step = step
  }

  func child(_ json: JSON, _ step: LastStep) -> JSONNode { JSONNode(json, session, in: self, step) }

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
    KeyedDecodingContainer(JSONKeyedContainer<Key>(try JSONObjectNode(self)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONUnkeyedContainer(self) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONNode {
  /// Returns the error for a value that isn't a container of the requested type.
  func noContainer(_ type: Any.Type, _ kind: String) -> DecodingError {
    guard json.type == .null else { return json.mismatch(type, at: codingPath) }
    let text = "Cannot get \(kind) decoding container -- found null value instead"
    return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: text))
  }
}
