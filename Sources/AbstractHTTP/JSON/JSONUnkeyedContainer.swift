/// The elements of an array that is being decoded.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  private let node: JSONNode
  private let elements: [JSON]
  private(set) var currentIndex = 0

  init(_ node: JSONNode) throws {
    guard case .array(let elements) = node.json.storage else { throw node.noContainer([Any].self, "unkeyed") }
    self.node = node
    self.elements = elements.values
  }

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private var path: [any CodingKey] { codingPath + [JSONCodingKey(index: currentIndex)] }

  /// Returns the next value. The position only advances once it has been decoded.
  private func value(_ type: Any.Type) throws -> JSON {
    if currentIndex < elements.count { return elements[currentIndex] }
    throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "Unkeyed container is at end."))
  }

  private mutating func integer<Value: FixedWidthInteger & Decodable>() throws -> Value {
    let integer = try value(Value.self).integer(Value.self, at: path)
    currentIndex += 1
    return integer
  }

  private mutating func floatingPoint<Value: JSONFloatingPoint>() throws -> Value {
    let number = try value(Value.self).floatingPoint(Value.self, node.session, at: path)
    currentIndex += 1
    return number
  }

  /// Returns the decoder of the next value.
  private func nextNode(_ type: Any.Type) throws -> JSONNode {
    node.child(try value(type), .index(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard try value(Never.self).type == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let bool = try value(type).decodedBool(at: path)
    currentIndex += 1
    return bool
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let string = try value(type).decodedString(at: path)
    currentIndex += 1
    return string
  }

  mutating func decode(_ type: Double.Type) throws -> Double { try floatingPoint() }
  mutating func decode(_ type: Float.Type) throws -> Float { try floatingPoint() }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try value(type)
    let model = try value.model(type, node.session, at: node.child(value, .index(currentIndex)))
    currentIndex += 1
    return model
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try nextNode(KeyedDecodingContainer<Key>.self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nextNode((any UnkeyedDecodingContainer).self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try nextNode((any Decoder).self)
    currentIndex += 1
    return decoder
  }
}
