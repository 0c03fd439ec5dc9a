/// The reason why a JSON value isn't available: an invalid text, or a path that doesn't lead to it.
///
/// A path begins at the value whose subscript you call: `json["users", 9]` names `$.users[9]`, and `json["users"][9]`
/// names `$[9]`.
public enum JSONError: Error, Hashable, Sendable {
  /// The text isn't JSON. The offset is in bytes, the line and the column start at 1, and the column counts characters.
  ///
  /// For a text in UTF-16 or UTF-32, they refer to the same text in UTF-8.
  case invalidJSON(reason: String, offset: Int, line: Int, column: Int)
  /// An object doesn't have the key.
  case missingKey(path: JSONPath)
  /// An array doesn't have the index.
  case indexOutOfBounds(path: JSONPath, count: Int)
  /// A value doesn't have the expected type.
  case wrongType(path: JSONPath, expected: String, found: JSONType)
  /// The value would be nested deeper than ``JSON/maximumDepth``.
  case tooDeep(path: JSONPath)
  /// A Swift value, such as NaN, has no counterpart in JSON.
  case unsupportedType(path: JSONPath, type: String)

  /// The path to the value; empty for a text that isn't JSON.
  public var path: JSONPath {
    switch self {
    case .invalidJSON: []
    case .missingKey(let path), .indexOutOfBounds(let path, _), .wrongType(let path, _, _), .tooDeep(let path),
      .unsupportedType(let path, _):
      path
    }
  }

  /// Returns the error for a value nested at a path.
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
  /// A description of the reason and the path, without values, which may be secret.
  public var description: String {
    switch self {
    case .invalidJSON(let reason, let offset, let line, let column):
      "invalid JSON: \(reason) at byte \(offset) (line \(line), column \(column))"
    case .missingKey(let path): "no such key: \(path)"
    case .indexOutOfBounds(let path, let count): "no such index: \(path), the array's count is \(count)"
    case .wrongType(let path, let expected, let found): "\(path) is \(found), not \(expected)"
    case .tooDeep(let path): "\(path) would be nested deeper than \(JSON.maximumDepth) levels"
    case .unsupportedType(let path, let type): "\(path) has a type that JSON doesn't support: \(type)"
    }
  }
}

/// The reason and the offset of a syntax error.
struct JSONFlaw: Error {
  static let endsInString = "the text ends within a string"

  let reason: String
  let offset: Int

  /// Returns the error with line and column, for a text that begins at a position.
  func error(in bytes: UnsafeBufferPointer<UInt8>, from beginning: Int = 0) -> JSONError {
    let before = bytes.prefix(offset)
    let line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? beginning
    let column = before.dropFirst(start).lazy.filter { $0 & 0xC0 != 0x80 }.count + 1
    return .invalidJSON(reason: reason, offset: offset, line: line, column: column)
  }
}
