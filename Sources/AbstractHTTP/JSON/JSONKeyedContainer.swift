/// The members of an object that is being decoded.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let object: JSONObjectNode

  init(_ object: JSONObjectNode) { self.object = object }

  var node: JSONNode { object.node }

  var codingPath: [any CodingKey] { node.codingPath }

  var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

  private func value(_ key: some CodingKey) throws -> JSON {
    if let value = object[key.stringValue] { return value }
    let text = "No value associated with key \(key) (\"\(key.stringValue)\")."
    throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: text))
  }

  /// Returns a value that exists and isn't null.
  func valueToDecode(_ key: Key) -> JSON? {
    guard let value = object[key.stringValue], value.type != .null else { return nil }
    return value
  }

  func path(_ key: Key) -> [any CodingKey] { codingPath + [key] }

  private func integer<Value: FixedWidthInteger & Decodable>(_ key: Key) throws -> Value {
    try value(key).integer(Value.self, at: path(key))
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).type == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decodedBool(at: path(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decodedString(at: path(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try value(key).floatingPoint(type, node.session, at: path(key))
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try value(key).floatingPoint(type, node.session, at: path(key))
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try value(key)
    return try value.model(type, node.session, at: node.child(value, .key(key)))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try node.child(value(key), .key(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node.child(value(key), .key(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder(JSONCodingKey("super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }

  private func decoder(_ key: some CodingKey) -> JSONNode {
    node.child(object[key.stringValue] ?? .null, .key(key))
  }
}
