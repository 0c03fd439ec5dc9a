import Foundation

/// Writes what was read as the parameters of a form, not yet percent-encoded.
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

  /// An element that is `nil` and not written has no index either.
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
  /// Sorts the members of an object, each with all that is within it. Mostly they are sorted already, by their keys.
  private mutating func sort(_ groups: [Range<Int>], from start: Int) {
    let isSorted = zip(groups, groups.dropFirst()).allSatisfy { !isBefore($1, $0) }
    guard !isSorted else { return }
    let sorted = groups.sorted { isBefore($0, $1) }.flatMap { parameters[$0] }
    parameters.replaceSubrange(start..., with: sorted)
  }

  /// Whether the first parameter of a group, as it will stand encoded, comes before that of another.
  private func isBefore(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    let (first, second) = (parameters[one.lowerBound], parameters[other.lowerBound])
    var (firstKey, secondKey) = (first.key.utf8.makeIterator(), second.key.utf8.makeIterator())
    while true {
      let (byte, otherByte) = (firstKey.next(), secondKey.next())
      if byte == nil && otherByte == nil { break }
      let (place, otherPlace) = (byte.map(rank) ?? Self.equalsSign, otherByte.map(rank) ?? Self.equalsSign)
      if place != otherPlace { return place < otherPlace }
    }
    return (first.value ?? "").utf8.lexicographicallyPrecedes((second.value ?? "").utf8) { rank($0) < rank($1) }
  }

  /// The place of a byte in the order of what it is written as; between two that are escaped their digits decide.
  private func rank(_ byte: UInt8) -> Int {
    if options.urlEncoder.isAllowed(byte) { return Int(byte) << 8 }
    let isPlus = byte == UInt8(ascii: " ") && options.spaceEncoding == .plusReplaced
    return isPlus ? Int(UInt8(ascii: "+")) << 8 : Int(UInt8(ascii: "%")) << 8 | Int(byte)
  }

  private static let equalsSign = Int(UInt8(ascii: "=")) << 8
}
