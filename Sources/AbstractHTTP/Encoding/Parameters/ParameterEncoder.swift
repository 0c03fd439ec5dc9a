/// Reads an `Encodable` through its `encode(to:)`.
struct ParameterEncoder: DecimalEncoder {
  let node: ParameterNode
  let path: ParameterPath

  var codingPath: [any CodingKey] { path.codingPath }

  var userInfo: [CodingUserInfoKey: Any] { path.reading.userInfo }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedParameters(node: path.object(node), path: path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedParameters(node: path.array(node), path: path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ParameterEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try put(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    guard case .empty = node.kind else { throw path.failure(.inconsistent) }
    try path.encode(value, into: node)
  }

  func put(_ value: ParameterValue) throws {
    guard case .empty = node.kind else { throw path.failure(.inconsistent) }
    node.kind = .single(value)
  }
}

extension ParameterPath {
  /// Returns a node as an object. If it already has another type, it is unchanged, and reading fails.
  func object(_ node: ParameterNode) -> ParameterNode {
    switch node.kind {
    case .empty: node.kind = .object
    case .object: break
    case .single, .array: return contradicting()
    }
    return node
  }

  /// Returns a node as an array. If it already has another type, it is unchanged, and reading fails.
  func array(_ node: ParameterNode) -> ParameterNode {
    switch node.kind {
    case .empty: node.kind = .array
    case .array: break
    case .single, .object: return contradicting()
    }
    return node
  }

  /// Returns the encoder of a nested node.
  ///
  /// - Parameter node: The node. If it is nested too deeply, the encoded values are discarded.
  func encoder(_ node: ParameterNode, at key: any CodingKey) -> ParameterEncoder {
    let nowhere = ParameterEncoder(node: ParameterNode(), path: self)
    guard reading.failure == nil else { return nowhere }
    do throws(InvalidParameter) {
      return ParameterEncoder(node: node, path: try appending(key))
    } catch {
      reading.failure = error
      return nowhere
    }
  }

  private func contradicting() -> ParameterNode {
    reading.failure = reading.failure ?? failure(.inconsistent)
    return ParameterNode()
  }
}
