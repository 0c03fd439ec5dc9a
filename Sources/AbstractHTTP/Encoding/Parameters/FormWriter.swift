import Foundation

/// Collects the parameters of a form, without percent-encoding them.
struct FormWriter {
  let options: FormOptions
  private(set) var parameters: [KeyValue] = []

  init(options: FormOptions) { self.options = options }

  mutating func append(root: ParameterValue) throws {
    guard case .node(let node) = root else { throw InvalidParameter(keyPath: "", reason: .notKeyed) }
    if case .array = node.kind { throw InvalidParameter(keyPath: "", reason: .notKeyed) }
    parameters.reserveCapacity(node.entries.count)
    try append(members: node, within: nil)
  }

  private mutating func append(_ value: ParameterValue, for key: String) throws {
    switch value {
    case .text(let text), .number(let text): parameters.append(KeyValue(key, text))
    case .integer(let number): parameters.append(KeyValue(key, String(number)))
    case .unsigned(let number): parameters.append(KeyValue(key, String(number)))
    case .double(let number): parameters.append(KeyValue(key, number.description))
    case .bool(let truth): parameters.append(KeyValue(key, options.boolEncoding.text(truth)))
    case .null, .absent: if let text = options.nilEncoding.text() { parameters.append(KeyValue(key, text)) }
    case .date(let date): try append(options.dateEncoding.value(date), for: key)
    case .data(let data): try append(data, for: key)
    case .node(let node): try append(node, for: key)
    }
  }

  private mutating func append(_ data: Data, for key: String) throws {
    if let text = try options.dataEncoding.text(data) {
      parameters.append(KeyValue(key, text))
    } else {
      for (index, byte) in data.enumerated() {
        parameters.append(KeyValue(options.arrayEncoding.key(key, at: index), String(byte)))
      }
    }
  }

  private mutating func append(_ node: ParameterNode, for key: String) throws {
    switch node.kind {
    case .empty: break
    case .single(let value): try append(value, for: key)
    case .object: try append(members: node, within: key)
    case .array: try append(elements: node, for: key)
    }
  }

  /// An element that is `nil` and omitted has no index either.
  private mutating func append(elements node: ParameterNode, for key: String) throws {
    var index = 0
    for element in node.entries {
      let count = parameters.count
      try append(element.value, for: options.arrayEncoding.key(key, at: index))
      if parameters.count > count { index += 1 }
    }
  }

  private mutating func append(members node: ParameterNode, within outer: String?) throws {
    let members = node.members(isSorted: options.alphabetizeKeyValuePairs)
    let start = parameters.count
    var groups: [Range<Int>] = []
    groups.reserveCapacity(members.count)
    for member in members {
      let first = parameters.count
      let key = options.keyEncoding.key(member.key)
      try append(member.value, for: outer.map { options.keyPathEncoding.key(key, within: $0) } ?? key)
      if parameters.count > first { groups.append(first..<parameters.count) }
    }
    if options.alphabetizeKeyValuePairs { sort(groups, from: start) }
  }
}

extension FormWriter {
  /// Sorts the members of an object, each with its contents. They are usually sorted already, by their keys.
  private mutating func sort(_ groups: [Range<Int>], from start: Int) {
    let order = EncodedOrder(options.urlEncoder)
    let isSorted = zip(groups, groups.dropFirst()).allSatisfy { one, next in
      !order.isBefore(parameters[next.lowerBound], parameters[one.lowerBound])
    }
    guard !isSorted else { return }
    let sorted = groups.sorted { order.isBefore(parameters[$0.lowerBound], parameters[$1.lowerBound]) }
    var members: [KeyValue] = []
    members.reserveCapacity(parameters.count - start)
    for group in sorted { members.append(contentsOf: parameters[group]) }
    parameters.replaceSubrange(start..., with: members)
  }
}
