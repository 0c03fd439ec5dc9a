/// Writes a JSON text (RFC 8259).
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let options: JSON.WritingOptions

  init(_ options: JSON.WritingOptions) { self.options = options }

  /// Writes a value at a nesting level.
  mutating func write(_ json: JSON, level: Int = 0) {
    switch json.storage {
    case .null, .missing, .failure: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .int(let value): value < 0 ? write("\(value)") : write(UInt64(value))
    case .uint(let value): write(value)
    case .double(let value): write("\(value)")
    case .number(let text): write(text)
    case .string(let value): write(string: value)
    case .array(let elements): write(elements, level + 1)
    case .object(let members): write(members, level + 1)
    }
  }

  private mutating func write(_ elements: JSONElements, _ level: Int) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in elements.values.enumerated() {
      separate(index, level)
      write(value, level: level)
    }
    end(elements.values.isEmpty, level)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: JSONMembers, _ level: Int) {
    bytes.append(UInt8(ascii: "{"))
    let names = members.keys.names
    for (index, place) in order(of: names).enumerated() {
      separate(index, level)
      write(string: names[place])
      if options.contains(.prettyPrinted) { write(" : ") } else { bytes.append(UInt8(ascii: ":")) }
      write(members.values[place], level: level)
    }
    end(names.isEmpty, level)
    bytes.append(UInt8(ascii: "}"))
  }

  private func order(of names: [String]) -> [Int] {
    guard options.contains(.sortedKeys) else { return Array(names.indices) }
    return names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
  }

  private mutating func separate(_ index: Int, _ level: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    if options.contains(.prettyPrinted) { newLine(level) }
  }

  private mutating func end(_ isEmpty: Bool, _ level: Int) {
    if !isEmpty, options.contains(.prettyPrinted) { newLine(level - 1) }
  }

  private mutating func newLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, place) = (value, 20)
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }

  private mutating func write(string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { utf8 in
      var start = 0
      for (place, byte) in utf8.enumerated() where needsEscape(byte) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
        escape(byte)
        start = place + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "/") && !options.contains(.withoutEscapingSlashes)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x08: write("\\b")
    case 0x09: write("\\t")
    case 0x0A: write("\\n")
    case 0x0C: write("\\f")
    case 0x0D: write("\\r")
    case 0..<0x10: write("\\u000\(String(byte, radix: 16))")
    case 0x10..<0x20: write("\\u00\(String(byte, radix: 16))")
    default: bytes += [UInt8(ascii: "\\"), byte]
    }
  }
}
