import Foundation

extension ParameterPath {
  /// Reads a dictionary.
  ///
  /// There are two overloads, because converting one kind of dictionary into the other would hash all of its keys
  /// again.
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

  /// Reads a value in a dictionary or an array.
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

  /// Encodes a value.
  func encoded(_ value: some Encodable, at key: (any CodingKey)? = nil) throws -> ParameterValue {
    let node = ParameterNode()
    try encode(value, into: node, at: key)
    return node.value
  }

  /// Encodes a value into an existing node.
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
    // NB: a bool in an `NSNumber` is recognized by identity only, because an `Int8` has the same type, "c", on Apple's
    // systems.
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
