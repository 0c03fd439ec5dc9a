import Foundation

/// Splits bytes into lines that end in LF, CRLF, or CR, regardless of the boundaries between pieces.
struct LineSplitter: Sendable {
  /// The maximum number of bytes in a line.
  let limit: Int

  private var line: [UInt8] = []
  /// Whether an LF that follows belongs to the previous line.
  private var isAfterReturn = false

  init(limit: Int) { self.limit = limit }

  /// Appends bytes, and calls a closure with each completed line.
  ///
  /// - Throws: ``LineTooLong``, and errors of the closure.
  mutating func append(_ piece: Data, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    try piece.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try append($0, take) }
    }
  }

  private mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ take: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    var start = 0
    if isAfterReturn, bytes.first == UInt8(ascii: "\n") { start = 1 }
    if !bytes.isEmpty { isAfterReturn = false }
    while let end = Self.end(in: bytes, from: start) {
      try give(UnsafeBufferPointer(rebasing: bytes[start..<end]), take)
      start = end + 1
      guard bytes[end] == UInt8(ascii: "\r") else { continue }
      if start == bytes.count { isAfterReturn = true } else if bytes[start] == UInt8(ascii: "\n") { start += 1 }
    }
    guard start < bytes.count else { return }
    try check(line.count + bytes.count - start)
    line.append(contentsOf: bytes[start...])
  }

  /// Ends the text, and calls a closure with the last line if it is unterminated.
  mutating func finish(_ take: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
    defer { line = [] }
    if !line.isEmpty { try line.withUnsafeBufferPointer(take) }
  }

  private mutating func give(
    _ rest: UnsafeBufferPointer<UInt8>,
    _ take: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    try check(line.count + rest.count)
    guard !line.isEmpty else { return try take(rest) }
    line.append(contentsOf: rest)
    defer { line.removeAll(keepingCapacity: line.count < 65_536) }
    try line.withUnsafeBufferPointer(take)
  }

  private func check(_ count: Int) throws(LineTooLong) { if count > limit { throw LineTooLong(limit: limit) } }

  private static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r") { return place }
      place += 1
    }
    return nil
  }
}

/// A line of a streamed body exceeds the reader's limit.
public struct LineTooLong: Error, Hashable, CustomStringConvertible {
  /// The maximum number of bytes in a line.
  public let limit: Int

  /// A description of the problem.
  public var description: String { "a line is longer than \(limit) bytes" }
}
