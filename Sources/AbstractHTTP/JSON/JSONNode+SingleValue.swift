extension JSONNode: SingleValueDecodingContainer {
  /// Decodes the value as a model of any type.
  func model<Model: Decodable>(_ type: Model.Type) throws -> Model { try json.model(type, session, at: self) }

  func decodeNil() -> Bool { json.type == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try json.decodedBool(at: codingPath) }
  func decode(_ type: String.Type) throws -> String { try json.decodedString(at: codingPath) }
  func decode(_ type: Double.Type) throws -> Double { try json.floatingPoint(type, session, at: codingPath) }
  func decode(_ type: Float.Type) throws -> Float { try json.floatingPoint(type, session, at: codingPath) }
  func decode(_ type: Int.Type) throws -> Int { try json.integer(type, at: codingPath) }
  func decode(_ type: Int8.Type) throws -> Int8 { try json.integer(type, at: codingPath) }
  func decode(_ type: Int16.Type) throws -> Int16 { try json.integer(type, at: codingPath) }
  func decode(_ type: Int32.Type) throws -> Int32 { try json.integer(type, at: codingPath) }
  func decode(_ type: Int64.Type) throws -> Int64 { try json.integer(type, at: codingPath) }
  func decode(_ type: Int128.Type) throws -> Int128 { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt.Type) throws -> UInt { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try json.integer(type, at: codingPath) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try json.integer(type, at: codingPath) }
  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model { try model(type) }
}
