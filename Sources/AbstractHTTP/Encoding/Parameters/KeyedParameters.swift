/// Reads the members of an object.
struct KeyedParameters<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: ParameterNode
  let path: ParameterPath

  var codingPath: [any CodingKey] { path.codingPath }

  func encodeNil(forKey key: Key) { node.append(.null, for: key.stringValue) }

  // NB: this one stands for those of the protocol that take a type each; the compiler makes them of it.
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

  /// The encoder of a member; of the one that is there already, if it was asked for before.
  private func encoder(at key: any CodingKey) -> ParameterEncoder {
    let name = key.stringValue
    let known = node.entries.last { $0.key == name }
    if case .node(let member) = known?.value { return path.encoder(member, at: key) }
    let member = ParameterNode()
    node.append(.node(member), for: name)
    return path.encoder(member, at: key)
  }
}
