/// What is wrong with a text, and where.
struct JSONFlaw: Error {
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
