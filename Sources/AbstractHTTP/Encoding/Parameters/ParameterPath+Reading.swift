import Foundation

extension ParameterPath {
  /// Reads a dictionary.
  ///
  /// There are two of these, because making one kind of dictionary the other hashes all of its keys anew.
  func object(_ members: [String: any Sendable]) throws -> ParameterNode {
    let node = ParameterNode(dictionaryOf: members.count)
    for (key, value) in members { node.append(try self.value(of: value, at: .name(key)), for: key) }
    return node
  }

  private func object(_ members: [String: Any]) throws -> ParameterNode {
    let node = ParameterNode(dictionaryOf: members.count)
    for (key, value) in members { node.append(try self.value(of: value, at: .name(key)), for: key) }
    return node
  }

  /// Reads whatever a dictionary or an array holds.
  private func value(of value: Any, at key: ParameterKey) throws -> ParameterValue {
    if let leaf = ParameterValue.leaf(value, of: type(of: value)) { return leaf }
    switch value {
    case let optional as any OptionalParameter:
      guard let wrapped = optional.wrapped else { return .null }
      return try self.value(of: wrapped, at: key)
    case let members as [String: Any]: return .node(try appending(key).object(members))
    case let elements as [Any]: return .node(try appending(key).array(elements))
    case let value as any Encodable: return try encoded(value, at: key)
    case is NSNull: return .null
    case let number as NSNumber: return ParameterValue(number)
    case let text as String: return .text(text)
    case let text as any StringProtocol: return .text(String(text))
    case let value as any RawRepresentable: return try appending(nil).raw(value, at: key)
    default: throw failure(.unsupported(type: "\(type(of: value))"), at: key)
    }
  }

  private func array(_ elements: [Any]) throws -> ParameterNode {
    let node = ParameterNode(.array)
    node.entries.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() { node.append(try value(of: element, at: .index(index))) }
    return node
  }

  private func raw(_ value: some RawRepresentable, at key: ParameterKey) throws -> ParameterValue {
    try self.value(of: value.rawValue, at: key)
  }

  /// Has a value encode itself.
  func encoded(_ value: some Encodable, at key: (any CodingKey)? = nil) throws -> ParameterValue {
    let node = ParameterNode()
    try encode(value, into: node, at: key)
    return node.value
  }

  /// Has a value encode itself into a place that is there already.
  func encode<Value: Encodable>(_ value: Value, into node: ParameterNode, at key: (any CodingKey)? = nil) throws {
    if let leaf = ParameterValue.leaf(value, of: Value.self) {
      node.kind = .single(leaf)
      return
    }
    node.isUnordered = Value.self is any DictionaryParameter.Type
    try value.encode(to: ParameterEncoder(node: node, path: appending(key)))
    if let failure = reading.failure { throw failure }
  }
}

extension ParameterValue {
  fileprivate init(_ number: NSNumber) {
    // NB: a truth in an `NSNumber` is told by identity alone: on Apple's systems an `Int8` has the same type, "c".
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else {
      self = .number(number.stringValue)
    }
  }
}

private protocol OptionalParameter {
  var wrapped: Any? { get }
}

extension Optional: OptionalParameter {
  fileprivate var wrapped: Any? { self }
}

private protocol DictionaryParameter {}

extension Dictionary: DictionaryParameter {}
