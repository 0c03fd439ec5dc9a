/// Methods for optional values. The protocol has defaults for all but the last, which would skip `nil`.
extension KeyedParameters {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, for: key) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try put(value, for: key) }

  private func put<Value: Encodable>(_ value: Value?, for key: Key) throws {
    if let value {
      try encode(value, forKey: key)
    } else {
      node.append(.absent, for: key.stringValue)
    }
  }
}

/// Types for which the protocol has default implementations that fail.
extension KeyedParameters {
  func encode(_ value: Int128, forKey key: Key) { node.append(.number(value.description), for: key.stringValue) }
  func encode(_ value: UInt128, forKey key: Key) { node.append(.number(value.description), for: key.stringValue) }
}

extension UnkeyedParameters {
  func encode(_ value: Int128) { node.append(.number(value.description)) }
  func encode(_ value: UInt128) { node.append(.number(value.description)) }
}

extension ParameterEncoder {
  func encode(_ value: Int128) throws { try put(.number(value.description)) }
  func encode(_ value: UInt128) throws { try put(.number(value.description)) }
}
