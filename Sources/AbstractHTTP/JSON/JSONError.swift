/// Why a JSON value cannot be had: which text is not valid, or which path does not lead where it should.
///
/// A path begins at the value that was asked: `json["users", 9]` names `$.users[9]`, and `json["users"][9]` names `$[9]`.
public enum JSONError: Error, Hashable, Sendable {
  /// The text is not JSON. The offset is in bytes, line and column begin with 1, and the column counts characters.
  ///
  /// For a text in UTF-16 or UTF-32 they are those of the same text in UTF-8.
  case invalidJSON(reason: String, offset: Int, line: Int, column: Int)
  /// An object has no such key.
  case missingKey(path: JSONPath)
  /// An array has no such index.
  case indexOutOfBounds(path: JSONPath, count: Int)
  /// A value is not of the kind that was expected.
  case wrongType(path: JSONPath, expected: String, found: JSONType)
  /// The value would be nested deeper than ``JSON/maximumDepth``.
  case tooDeep(path: JSONPath)
  /// A Swift value has no counterpart in JSON: NaN, for one.
  case unsupportedType(path: JSONPath, type: String)

  /// Where it is; nowhere for a text that is not JSON.
  public var path: JSONPath {
    switch self {
    case .invalidJSON: []
    case .missingKey(let path), .indexOutOfBounds(let path, _), .wrongType(let path, _, _), .tooDeep(let path),
      .unsupportedType(let path, _):
      path
    }
  }

  /// The same, found within something at a path.
  func within(_ outer: JSONPath) -> JSONError {
    switch self {
    case .invalidJSON: self
    case .missingKey(let path): .missingKey(path: outer + path)
    case .indexOutOfBounds(let path, let count): .indexOutOfBounds(path: outer + path, count: count)
    case .wrongType(let path, let expected, let found):
      .wrongType(path: outer + path, expected: expected, found: found)
    case .tooDeep(let path): .tooDeep(path: outer + path)
    case .unsupportedType(let path, let type): .unsupportedType(path: outer + path, type: type)
    }
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong and where, in words; without the values, which may be secrets.
  public var description: String {
    switch self {
    case .invalidJSON(let reason, let offset, let line, let column):
      "invalid JSON: \(reason) at byte \(offset) (line \(line), column \(column))"
    case .missingKey(let path): "no such key: \(path)"
    case .indexOutOfBounds(let path, let count): "no such index: \(path), the array's count is \(count)"
    case .wrongType(let path, let expected, let found): "\(path) is \(found), not \(expected)"
    case .tooDeep(let path): "\(path) would be nested deeper than \(JSON.maximumDepth) levels"
    case .unsupportedType(let path, let type): "\(path) is of a type that JSON does not have: \(type)"
    }
  }
}

/// What is wrong with a text, and where.
struct JSONFlaw: Error {
  static let endsInString = "the text ends within a string"

  let reason: String
  let offset: Int

  /// The error for a reader, with the line and the column, of a text that begins at a byte.
  func error(in bytes: UnsafeBufferPointer<UInt8>, from beginning: Int = 0) -> JSONError {
    let before = bytes.prefix(offset)
    let line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? beginning
    let column = before.dropFirst(start).lazy.filter { $0 & 0xC0 != 0x80 }.count + 1
    return .invalidJSON(reason: reason, offset: offset, line: line, column: column)
  }
}
