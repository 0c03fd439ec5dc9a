public import Foundation

extension DecodingOptions {
  /// Returns the offset of the value that an error names.
  ///
  /// ```swift
  /// do {
  ///   print(try options.decode(User.self, from: response.data))
  /// } catch DecodingError.typeMismatch(_, let context) {
  ///   print(options.byteOffset(of: context.codingPath, in: response.data) ?? 0)   // 1204
  /// }
  /// ```
  ///
  /// Decoding keeps no offsets, to save their cost. This method reads the text up to the value.
  ///
  /// - Parameters:
  ///   - codingPath: The path to the value, in the keys of the models.
  ///   - data: The text that was decoded with these options.
  /// - Returns: The offset in bytes; for a text in UTF-16 or UTF-32, the offset in the same text in UTF-8. `nil` if
  ///   there is no such value.
  public func byteOffset(of codingPath: [any CodingKey], in data: Data) -> Int? {
    let session = JSONDecoding(self)
    return data.withUnsafeBytes { bytes in
      try? JSONText.withUTF8(of: bytes.assumingMemoryBound(to: UInt8.self)) { utf8 in
        var locator = JSONLocator(utf8, session)
        return locator.offset(of: codingPath)
      }
    }
  }
}

/// Finds a value in a text by skipping the values before it.
struct JSONLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let session: JSONDecoding
  private var position: Int
  /// The completed steps, with the names in the text.
  private(set) var steps: [JSONKey] = []
  /// The start of the innermost value that was reached.
  private(set) var place: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ session: JSONDecoding) {
    self.bytes = bytes
    self.session = session
    position = JSONText.start(of: bytes)
  }

  mutating func offset(of path: [any CodingKey]) -> Int? { go(path) ? place : nil }

  /// Follows a path as far as it exists.
  ///
  /// - Returns: Whether the path leads to a value.
  mutating func go(_ path: [any CodingKey]) -> Bool {
    guard arrive() else { return false }
    for (depth, step) in path.enumerated() {
      guard enter(step, at: Array(path.prefix(depth))), arrive() else { return false }
    }
    return true
  }

  private mutating func arrive() -> Bool {
    guard peek() != nil else { return false }
    place = position
    return true
  }

  /// Moves to the start of a member or an element.
  private mutating func enter(_ step: any CodingKey, at path: [any CodingKey]) -> Bool {
    switch next() {
    case UInt8(ascii: "["): enter(index: step.intValue ?? -1)
    case UInt8(ascii: "{"): enter(name: step.stringValue, at: path)
    default: false
    }
  }

  private mutating func enter(index: Int) -> Bool {
    guard index >= 0 else { return false }
    for _ in 0..<index {
      skipValue()
      guard next() == UInt8(ascii: ",") else { return false }
    }
    guard let byte = peek(), byte != UInt8(ascii: "]") else { return false }
    steps.append(.index(index))
    return true
  }

  private mutating func enter(name: String, at path: [any CodingKey]) -> Bool {
    while peek() == UInt8(ascii: "\"") {
      var parser = JSONParser(bytes, from: position, maximumDepth: 0)
      guard let key = try? parser.string() else { return false }
      position = parser.position
      guard next() == UInt8(ascii: ":") else { return false }
      if key == name || session.name(of: key, at: path) == name {
        steps.append(.key(key))
        return true
      }
      skipValue()
      guard next() == UInt8(ascii: ",") else { return false }
    }
    return false
  }

  /// Skips a value, up to the end of its container at most.
  private mutating func skipValue() {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "["), UInt8(ascii: "{"): (depth, position) = (depth + 1, position + 1)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        (depth, position) = (depth - 1, position + 1)
      case UInt8(ascii: ",") where depth == 0: return
      default: position += 1
      }
    }
  }

  private mutating func skipString() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  private mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    return byte
  }

  /// Returns the next byte that isn't white space.
  private mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }
}
