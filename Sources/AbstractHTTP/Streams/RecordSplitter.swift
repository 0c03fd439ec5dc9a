import Foundation

/// Splits bytes into JSON texts: one per line, or, with record separators (RFC 7464), texts that may span lines.
struct RecordSplitter: Sendable {
  fileprivate static let separator: UInt8 = 0x1E

  private var lines: LineSplitter
  /// The text that began after a separator; `nil` while each line is a text.
  private var sequence: SequenceText?

  init(limit: Int) { lines = LineSplitter(limit: limit) }

  /// Appends bytes, and calls a closure with each completed text.
  mutating func append(_ piece: Data, _ take: (Data) throws -> Void) throws {
    var sequence = sequence
    let limit = lines.limit
    defer { self.sequence = sequence }
    try lines.append(piece) { line in
      if line.first == Self.separator, sequence == nil { sequence = SequenceText(limit: limit) }
      if sequence != nil {
        try sequence?.append(line, take)
      } else if !Self.isBlank(line) {
        try take(Data(line))
      }
    }
  }

  /// Ends the input, and calls a closure with the last text if it is unterminated.
  mutating func finish(_ take: (Data) throws -> Void) throws {
    try append(Data("\n".utf8), take)
    try sequence?.finish(take)
  }

  fileprivate static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }
  }
}

/// A text after a record separator, which ends with the line that closes it.
private struct SequenceText: Sendable {
  let limit: Int
  private var text = Data()
  private var depth = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ line: UnsafeBufferPointer<UInt8>, _ take: (Data) throws -> Void) throws {
    let parts = line.split(separator: RecordSplitter.separator, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // A text before another separator is truncated, and the decoder rejects it.
      if index > 0 { try finish(take) }
      guard text.count + part.count <= limit else { throw LineTooLong(limit: limit) }
      text.append(contentsOf: part)
      depth += Self.depth(of: part)
    }
    if depth <= 0 { try finish(take) } else { text.append(UInt8(ascii: "\n")) }
  }

  mutating func finish(_ take: (Data) throws -> Void) throws {
    defer { (text, depth) = (Data(), 0) }
    if !RecordSplitter.isBlank(text) { try take(text) }
  }

  /// Returns the number of brackets that a line opens and doesn't close. A JSON string ends on its line.
  private static func depth(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in line {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isString
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isString ? 0 : 1
      default: break
      }
    }
    return depth
  }
}
