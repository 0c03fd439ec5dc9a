/// Reads the elements of an array.
struct UnkeyedParameters: UnkeyedEncodingContainer {
  let node: ParameterNode
  let path: ParameterPath

  var codingPath: [any CodingKey] { path.codingPath }

  var count: Int { node.entries.count }

  func encodeNil() { node.append(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    let leaf = ParameterValue.leaf(value, of: Value.self)
    node.append(try leaf ?? path.encoded(value, at: ParameterKey.index(count)))
  }

  func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ParameterEncoder {
    let element = ParameterNode()
    defer { node.append(.node(element)) }
    return path.encoder(element, at: ParameterKey.index(count))
  }
}
