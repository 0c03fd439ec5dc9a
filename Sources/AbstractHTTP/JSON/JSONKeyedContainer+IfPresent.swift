/// Decodes values that may be missing or null. The standard library's methods look up the key three times.
extension JSONKeyedContainer {
  private func integerIfPresent<Value: FixedWidthInteger & Decodable>(_ key: Key) throws -> Value? {
    try valueToDecode(key)?.integer(Value.self, at: path(key))
  }

  private func floatingPointIfPresent<Value: JSONFloatingPoint>(_ key: Key) throws -> Value? {
    try valueToDecode(key)?.floatingPoint(Value.self, node.session, at: path(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try valueToDecode(key)?.decodedBool(at: path(key))
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try valueToDecode(key)?.decodedString(at: path(key))
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try floatingPointIfPresent(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try floatingPointIfPresent(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = valueToDecode(key) else { return nil }
    return try value.model(type, node.session, at: node.child(value, .key(key)))
  }
}
