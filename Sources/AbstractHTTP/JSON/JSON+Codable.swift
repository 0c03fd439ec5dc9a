public import Foundation

extension JSON: Codable {
  /// Decodes any JSON value.
  ///
  /// In a model decoded by ``DecodingOptions``, the value is exactly as in the text, with unconverted keys.
  /// Foundation's decoders lose the order of keys, and read `1.0` as 1. If that matters, use `JSON(data:)`, which reads
  /// the text itself.
  public init(from decoder: any Decoder) throws {
    if let node = decoder as? JSONNode {
      self = node.json.keepable
      return
    }
    guard decoder.codingPath.count <= Self.codableDepth else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nested too deep"))
    }
    if let container = try? decoder.container(keyedBy: MemberKey.self) {
      let members = try container.allKeys.map { ($0.stringValue, try container.decode(JSON.self, forKey: $0)) }
      self.init(members: JSONMembers(names: members.map(\.0), values: members.map(\.1)))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self.init(elements)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(String.self) { return JSON(value) }
    if let value = try? container.decode(Bool.self) { return JSON(value) }
    if let value = try? container.decode(Int64.self) { return JSON(value) }
    if let value = try? container.decode(UInt64.self) { return JSON(value) }
    let double = try container.decode(Double.self)
    // NB: only a decimal keeps the digits of the text, and only if it doesn't round them itself.
    if let decimal = try? container.decode(Decimal.self), Double("\(decimal)") == double { return JSON(decimal) }
    return JSON(double)
  }

  /// Encodes the value. A number is encoded as a 64-bit integer if possible, otherwise as a `Decimal` if the encoder
  /// writes JSON, which keeps its digits, and otherwise as a `Double`.
  ///
  /// - Throws: `EncodingError` for a number that none of these can hold, and for a value that is nested too deeply.
  public func encode(to encoder: any Encoder) throws {
    guard encoder.codingPath.count <= Self.codableDepth else {
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "nested too deep"))
    }
    switch storage {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements.values { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: MemberKey.self)
      for (key, value) in zip(members.keys.names, members.values) {
        try container.encode(value, forKey: MemberKey(key))
      }
    default:
      var container = encoder.singleValueContainer()
      try encodeScalar(into: &container, by: encoder)
    }
  }

  private func encodeScalar(into container: inout any SingleValueEncodingContainer, by encoder: any Encoder) throws {
    switch storage {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .number: try encodeNumber(into: &container, by: encoder)
    default: try container.encodeNil()
    }
  }

  private func encodeNumber(into container: inout any SingleValueEncodingContainer, by encoder: any Encoder) throws {
    if let value = exactNumber?.integer(Int64.self, exactly: true) {
      try container.encode(value)
    } else if Self.keepsDecimals(encoder), let value = decimal {
      try container.encode(value)
    } else if let value = double {
      try container.encode(value)
    } else {
      let context = EncodingError.Context(codingPath: container.codingPath, debugDescription: "no number holds \(self)")
      throw EncodingError.invalidValue(self, context)
    }
  }

  /// Returns whether an encoder writes a `Decimal` as a number. Others encode its components.
  private static func keepsDecimals(_ encoder: any Encoder) -> Bool {
    let type = Swift.type(of: encoder)
    // NB: Foundation's JSON encoder has no public type here. A probe model captures its type, and its relatives are
    // recognized by name.
    return type == FoundationEncoder.type || encoder is any DecimalEncoder || "\(type)".contains("JSON")
  }

  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ stringValue: String) { self.stringValue = stringValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { stringValue = "\(intValue)" }
  }
}

extension JSON {
  /// Creates JSON from a model.
  ///
  /// ```swift
  /// var json = try JSON(encoding: user)
  /// json.role = "admin"
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model to encode.
  ///   - encoder: The encoder. Defaults to one that sorts the keys, because the order of Foundation's encoder is
  ///     undefined.
  /// - Throws: Errors of the encoder, and ``JSONError`` for a value that is nested too deeply.
  public init(encoding model: some Encodable, encoder: JSONEncoder? = nil) throws {
    if let json = model as? JSON {
      self = json
    } else {
      try self.init(data: (encoder ?? Self.sortingEncoder).encode(model))
    }
  }

  /// Creates a model from this value.
  ///
  /// ```swift
  /// let user = try json.users[0].decode(User.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - options: The decoding options. Defaults to plain ``DecodingOptions``.
  /// - Throws: The ``error`` of a missing value, or `DecodingError`.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self,
    options: DecodingOptions = DecodingOptions()
  ) throws -> Model {
    if let error { throw error }
    return try self as? Model ?? options.decode(type, from: self)
  }

  /// Creates a model from this value with Foundation's decoder.
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - decoder: Foundation's decoder, with its strategies.
  /// - Throws: The ``error`` of a missing value, or errors of the decoder.
  public func decode<Model: Decodable>(_ type: Model.Type = Model.self, decoder: JSONDecoder) throws -> Model {
    try decode(type, options: DecodingOptions(decoder))
  }

  private static let sortingEncoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }()
}

/// An encoder that writes a `Decimal` as a number.
protocol DecimalEncoder: Encoder {}

/// Captures the type of the encoder that Foundation passes to models.
private struct FoundationEncoder: Encodable {
  private final class Note { var type: Any.Type = Never.self }

  static let type: Any.Type = {
    let note = Note()
    _ = try? JSONEncoder().encode(FoundationEncoder(note: note))
    return note.type
  }()

  private let note: Note

  func encode(to encoder: any Encoder) throws {
    note.type = Swift.type(of: encoder)
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
