import Foundation

/// State that is shared by all values of a document while it is decoded.
final class JSONDecoding {
  let options: DecodingOptions
  let keepsNames: Bool
  private var converted: [ObjectIdentifier: JSONNames] = [:]

  init(_ options: DecodingOptions) {
    self.options = options
    if case .useDefaultKeys = options.keyDecodingStrategy { keepsNames = true } else { keepsNames = false }
  }

  /// Returns the name into which the strategy converts a key.
  func name(of key: String, at path: [any CodingKey]) -> String {
    switch options.keyDecodingStrategy {
    case .convertFromSnakeCase: key.camelCaseFromSnakeCase
    case .custom(let convert): convert(path + [JSONCodingKey(key)]).stringValue
    default: key
    }
  }

  /// Returns the converted names of an object's keys, and their values.
  func members(_ members: JSONMembers, of node: JSONNode) -> (names: [String], values: [JSON]) {
    if case .convertFromSnakeCase = options.keyDecodingStrategy {
      return snakeCase(members.keys).members(members.values)
    }
    let path = node.codingPath
    let names = members.keys.names.map { name(of: $0, at: path) }
    return JSONNames(names, of: members.keys).members(members.values)
  }

  /// Converts the keys of a shape once.
  private func snakeCase(_ keys: JSONKeys) -> JSONNames {
    if let known = converted[ObjectIdentifier(keys)] { return known }
    let names = JSONNames(keys.names.map(\.camelCaseFromSnakeCase), of: keys)
    converted[ObjectIdentifier(keys)] = names
    return names
  }
}

/// Converted keys. If two become equal, the first one wins.
private struct JSONNames {
  private let names: [String]
  /// The positions of the effective keys, unless all are.
  private let places: [Int]?
  /// The keys, retained so that their identity isn't reused.
  private let keys: JSONKeys

  init(_ names: [String], of keys: JSONKeys) {
    var seen = Set<String>(minimumCapacity: names.count)
    let places = names.indices.filter { seen.insert(names[$0]).inserted }
    self.keys = keys
    self.names = places.count == names.count ? names : places.map { names[$0] }
    self.places = places.count == names.count ? nil : places
  }

  func members(_ values: [JSON]) -> (names: [String], values: [JSON]) {
    (names, places.map { places in places.map { values[$0] } } ?? values)
  }
}

extension String {
  /// The name as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts it.
  var camelCaseFromSnakeCase: String {
    guard utf8.contains(UInt8(ascii: "_")), let first = firstIndex(where: { $0 != "_" }),
      let last = lastIndex(where: { $0 != "_" })
    else { return self }
    let words = self[first...last].split(separator: "_")
    guard words.count > 1 else { return self }
    let rest = words.dropFirst().map { $0.capitalized }.joined()
    return self[..<first] + words[0].lowercased() + rest + self[index(after: last)...]
  }
}

/// A key outside any model's coding keys.
struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
