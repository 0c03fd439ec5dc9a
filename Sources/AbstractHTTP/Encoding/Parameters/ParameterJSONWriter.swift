import Foundation

/// Writes parameters as JSON into one buffer.
struct ParameterJSONWriter {
  private(set) var bytes: [UInt8] = []
  private let json: ParameterJSON
  private let isPretty: Bool
  private let isSorted: Bool
  private let escapesSlashes: Bool
  private var path: [ParameterKey] = []

  init(_ json: ParameterJSON) {
    self.json = json
    isPretty = json.formatting.contains(.prettyPrinted)
    isSorted = json.formatting.contains(.sortedKeys)
    escapesSlashes = !json.formatting.contains(.withoutEscapingSlashes)
  }

  mutating func write(_ value: ParameterValue) throws {
    switch value {
    case .null, .absent: append("null")
    case .bool(let truth): append(truth ? "true" : "false")
    case .integer(let number): append(String(number))
    case .unsigned(let number): append(String(number))
    case .double(let number): try append(number: number.description)
    case .number(let text): try append(number: text)
    case .text(let text): append(quoted: text)
    case .date(let date): try write(json.dateEncoding.value(date))
    case .data(let data): try write(data)
    case .node(let node): try write(node)
    }
  }

  private mutating func write(_ data: Data) throws {
    if let text = try json.dataEncoding.text(data) {
      append(quoted: text)
    } else {
      let bytes = ParameterNode(.array)
      for byte in data { bytes.append(.unsigned(UInt64(byte))) }
      try write(bytes)
    }
  }

  private mutating func write(_ node: ParameterNode) throws {
    switch node.kind {
    case .single(let value): try write(value)
    case .array: try write(elements: node.entries)
    case .object, .empty: try write(members: node.members(isSorted: isSorted))
    }
  }

  private mutating func write(elements: [ParameterNode.Entry]) throws {
    append("[")
    for (index, element) in elements.enumerated() {
      path.append(.index(index))
      beginItem(isFirst: index == 0)
      try write(element.value)
      path.removeLast()
    }
    end("]", isEmpty: elements.isEmpty)
  }

  private mutating func write(members: [ParameterNode.Entry]) throws {
    append("{")
    var isEmpty = true
    for member in members {
      if case .absent = member.value { continue }
      path.append(.name(member.key))
      beginItem(isFirst: isEmpty)
      append(quoted: member.key)
      append(isPretty ? " : " : ":")
      try write(member.value)
      path.removeLast()
      isEmpty = false
    }
    end("}", isEmpty: isEmpty)
  }
}

extension ParameterJSONWriter {
  private mutating func beginItem(isFirst: Bool) {
    if !isFirst { append(",") }
    if isPretty { beginLine() }
  }

  private mutating func end(_ mark: StaticString, isEmpty: Bool) {
    if isPretty && !isEmpty { beginLine() }
    append(mark)
  }

  private mutating func beginLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * path.count))
  }

  /// Appends a number as Swift describes it, without the `.0` of a whole number.
  private mutating func append(number text: String) throws {
    // NB: `inf`, `nan`, and similar texts end with a letter, and numbers don't.
    guard text.utf8.last.map({ $0 < UInt8(ascii: "A") }) == true else {
      throw InvalidParameter(keyPath: ParameterPath.text(of: path), reason: .notFinite)
    }
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(_ mark: StaticString) {
    mark.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where escapesSlashes: append("\\/")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20: append(byte < 0x10 ? "\\u000" : "\\u00"); append(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// The encoder that writes parameters as JSON (RFC 8259).
struct ParameterJSON: Sendable {
  var formatting: JSONEncoder.OutputFormatting = []
  var dateEncoding = FormOptions.DateEncoding.deferredToDate
  var dataEncoding = FormOptions.DataEncoding.base64

  func data(_ parameters: [String: any Sendable]) throws -> Data {
    var writer = ParameterJSONWriter(self)
    try writer.write(.node(ParameterPath().object(parameters)))
    return Data(writer.bytes)
  }
}
