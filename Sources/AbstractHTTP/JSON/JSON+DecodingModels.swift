import Foundation

extension JSON {
  /// Decodes a model of any type.
  ///
  /// - Parameter node: The decoder of this value, created only if it is needed.
  func model<Model: Decodable>(
    _ type: Model.Type,
    _ session: JSONDecoding,
    at node: @autoclosure () -> JSONNode
  ) throws -> Model {
    if let value = try plain(type, session, node) { return value }
    if let value = try special(type, session, node) { return value }
    if !session.keepsNames, let type = type as? any StringKeyedDictionary.Type,
      let value = try dictionary(type, node()) as? Model
    {
      return value
    }
    return try type.init(from: node())
  }

  /// Decodes types that are common in arrays and dictionaries, without a decoder for each element.
  private func plain<Model>(_ type: Model.Type, _ session: JSONDecoding, _ node: () -> JSONNode) throws -> Model? {
    if type == String.self { return try decodedString(at: node().codingPath) as? Model }
    if type == Int.self { return try integer(Int.self, at: node().codingPath) as? Model }
    if type == Double.self { return try floatingPoint(Double.self, session, at: node().codingPath) as? Model }
    if type == Bool.self { return try decodedBool(at: node().codingPath) as? Model }
    if type == Lists.strings { return try elements(node) { try $0.decodedString(at: $1()) } as? Model }
    if type == Lists.integers { return try elements(node) { try $0.integer(Int.self, at: $1()) } as? Model }
    if type == Lists.doubles {
      return try elements(node) { try $0.floatingPoint(Double.self, session, at: $1()) } as? Model
    }
    return nil
  }

  private func elements<Element>(
    _ node: () -> JSONNode,
    _ decode: (JSON, LazyCodingPath) throws -> Element
  ) throws -> [Element] {
    let node = node()
    guard case .array(let elements) = storage else { throw node.noContainer([Any].self, "unkeyed") }
    var decoded: [Element] = []
    decoded.reserveCapacity(elements.values.count)
    for (index, json) in elements.values.enumerated() {
      decoded.append(try decode(json) { node.child(json, .index(index)).codingPath })
    }
    return decoded
  }

  /// Decodes types with a special form in a strategy or in JSON itself.
  private func special<Model>(_ type: Model.Type, _ session: JSONDecoding, _ node: () -> JSONNode) throws -> Model? {
    if type == JSON.self { return keepable as? Model }
    if type == Date.self { return try date(session, node) as? Model }
    if type == URL.self { return try decodedURL(node) as? Model }
    if type == Data.self { return try data(session, node) as? Model }
    if type == Decimal.self { return try decodedDecimal(at: { node().codingPath }) as? Model }
    return nil
  }

  private func date(_ session: JSONDecoding, _ node: () -> JSONNode) throws -> Date {
    if type == .null { throw mismatch(Date.self, at: node().codingPath) }
    switch session.options.dateDecodingStrategy {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try seconds(session, node))
    case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(session, node))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(session, node) / 1000)
    case .custom(let read): return try read(node())
    case .iso8601:
      let text = try decodedString(at: node().codingPath)
      if let date = Self.plainDate(text) ?? (try? Date.ISO8601FormatStyle().parse(text)) { return date }
      throw corrupted("Expected date string to be ISO8601-formatted.", node)
    #if canImport(Darwin)
      case .formatted(let formatter):
        if let date = formatter.date(from: try decodedString(at: node().codingPath)) { return date }
        throw corrupted("Date string does not match format expected by formatter.", node)
      @unknown default: return try Date(from: node())
    #endif
    }
  }

  /// Parses the most common date format, `2026-01-31T09:30:00Z`, which takes Foundation long.
  private static func plainDate(_ text: String) -> Date? {
    let utf8 = Array(text.utf8)
    guard utf8.count == 20, utf8[10] == UInt8(ascii: "T"), utf8[19] == UInt8(ascii: "Z"), utf8[17] < UInt8(ascii: "6"),
      // Calendars differ before 1582.
      text > "1600"
    else { return nil }
    return ISO8601.date(text)
  }

  private func seconds(_ session: JSONDecoding, _ node: () -> JSONNode) throws -> Double {
    try floatingPoint(Double.self, session, at: node().codingPath)
  }

  private func data(_ session: JSONDecoding, _ node: () -> JSONNode) throws -> Data {
    if type == .null { throw mismatch(Data.self, at: node().codingPath) }
    switch session.options.dataDecodingStrategy {
    case .deferredToData: return try Data(from: node())
    case .custom(let read): return try read(node())
    case .base64:
      if let data = Data(base64Encoded: try decodedString(at: node().codingPath)) { return data }
      throw corrupted("Encountered Data is not valid Base64.", node)
    #if canImport(Darwin)
      @unknown default: return try Data(from: node())
    #endif
    }
  }

  private func decodedURL(_ node: () -> JSONNode) throws -> URL {
    if type == .null { throw mismatch(URL.self, at: node().codingPath) }
    if let url = URL(string: try decodedString(at: node().codingPath)) { return url }
    throw corrupted("Invalid URL string.", node)
  }

  private func corrupted(_ text: String, _ node: () -> JSONNode) -> DecodingError {
    .dataCorrupted(.init(codingPath: node().codingPath, debugDescription: text))
  }

  private func dictionary<Model: StringKeyedDictionary>(_ type: Model.Type, _ node: JSONNode) throws -> Model {
    guard case .object(let members) = storage else { throw mismatch([String: Any].self, at: node.codingPath) }
    return try type.decode(members, in: node)
  }
}

/// Types whose metadata is slow to look up at run time.
private enum Lists {
  static let strings: Any.Type = [String].self
  static let integers: Any.Type = [Int].self
  static let doubles: Any.Type = [Double].self
}

/// A dictionary whose keys no strategy converts.
private protocol StringKeyedDictionary {
  static func decode(_ members: JSONMembers, in node: JSONNode) throws -> Self
}

extension Dictionary: StringKeyedDictionary where Key == String, Value: Decodable {
  fileprivate static func decode(_ members: JSONMembers, in node: JSONNode) throws -> [String: Value] {
    var values = [String: Value](minimumCapacity: members.values.count)
    for (name, json) in zip(members.keys.names, members.values) {
      let value = try json.model(Value.self, node.session, at: node.child(json, .key(JSONCodingKey(name))))
      if values[name] == nil { values[name] = value }
    }
    return values
  }
}
