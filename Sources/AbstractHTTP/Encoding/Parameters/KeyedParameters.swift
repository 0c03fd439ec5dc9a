/// Reads the members of an object.
struct KeyedParameters<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: ParameterNode
  let path: ParameterPath

  var codingPath: [any CodingKey] { path.codingPath }

  func encodeNil(forKey key: Key) { node.append(.null, for: key.stringValue) }

  // NB: this method satisfies the protocol's requirements for each concrete type, because it is generic.
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let leaf = ParameterValue.leaf(value, of: Value.self)
    node.append(try leaf ?? path.encoded(value, at: key), for: key.stringValue)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(at: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(at: key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(at: ParameterKey.name("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(at: key) }

  /// Returns the encoder of a member. If it was requested before, returns the existing one.
  private func encoder(at key: any CodingKey) -> ParameterEncoder {
    let name = key.stringValue
    let known = node.entries.last { $0.key == name }
    if case .node(let member) = known?.value { return path.encoder(member, at: key) }
    let member = ParameterNode()
    node.append(.node(member), for: name)
    return path.encoder(member, at: key)
  }
}
