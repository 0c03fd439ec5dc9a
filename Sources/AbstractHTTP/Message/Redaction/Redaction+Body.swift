import Foundation

extension Redaction {
  /// Returns the body as text without its secrets, or its size if it isn't text.
  ///
  /// - Parameter limit: How many bytes to show.
  static func text(of body: Data, type: String?, limit: Int, _ more: SecretNames = []) -> String {
    guard !body.isEmpty else { return "" }
    guard let text = text(ofPrefix: body.prefix(limit)), type?.lowercased().hasPrefix("multipart/") != true else {
      return "(\(body.count) bytes)"
    }
    let redacted = self.text(of: text, type: type, more)
    return body.count > limit ? "\(redacted)… (\(body.count) bytes)" : redacted
  }

  /// Returns the body without its secrets; unchanged if none are found.
  static func data(of body: Data, type: String?, _ more: SecretNames = []) -> Data {
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    return Data(self.text(of: text, type: type, more).utf8)
  }

  /// Returns the text of a body with secret-looking values masked, in forms and in JSON documents.
  static func text(of text: String, type: String?, _ more: SecretNames = []) -> String {
    if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      return String(withoutSecretParameters("?" + text, more).dropFirst())
    }
    let isJSON =
      type?.lowercased().contains("json") == true || text.first { !$0.isWhitespace }.map { "{[".contains($0) } == true
    return isJSON ? JSONRedaction(text, more).redacted : text
  }

  /// Returns the bytes as text, up to the last complete character; `nil` if they aren't text.
  private static func text(ofPrefix bytes: Data) -> String? {
    for cut in 0...min(3, bytes.count) {
      guard let text = String(validating: bytes.dropLast(cut), as: UTF8.self) else { continue }
      let isText = text.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r".unicodeScalars.contains($0)
      }
      return isText ? text : nil
    }
    return nil
  }
}

/// Masks the secrets in a JSON document, which may be malformed or truncated, and leaves the rest unchanged.
private struct JSONRedaction {
  private let bytes: [UInt8]
  private let more: SecretNames
  private var place = 0
  private var output: [UInt8] = []

  init(_ text: String, _ more: SecretNames) {
    bytes = Array(text.utf8)
    self.more = more
    output.reserveCapacity(bytes.count)
  }

  var redacted: String {
    var copy = self
    while copy.place < bytes.count { copy.step() }
    return String(decoding: copy.output, as: UTF8.self)
  }

  private mutating func step() {
    guard bytes[place] == UInt8(ascii: "\"") else {
      output.append(bytes[place])
      place += 1
      return
    }
    let end = endOfString(from: place)
    let name = bytes[place..<end]
    output += name
    place = end
    copySpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: ":"), isSecret(name) else { return }
    output.append(bytes[place])
    place += 1
    copySpace()
    guard place < bytes.count else { return }
    mask(to: endOfValue(from: place))
  }

  /// Copies a value, masking every text and replacing every number with zero, so that its structure is kept.
  private mutating func mask(to end: Int) {
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let start = place
        place = endOfString(from: place)
        let isName = bytes[place...].first { !isSpace($0) } == UInt8(ascii: ":")
        output += isName ? bytes[start..<place] : Array("\"\(Redaction.mask)\"".utf8)[...]
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        output.append(UInt8(ascii: "0"))
        place = bytes[place..<end].firstIndex { !isOfNumber($0) } ?? end
      default:
        output.append(bytes[place])
        place += 1
      }
    }
  }

  private func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func copySpace() {
    while place < bytes.count, isSpace(bytes[place]) {
      output.append(bytes[place])
      place += 1
    }
  }

  private func isSecret(_ quoted: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    guard quoted.contains(UInt8(ascii: "\\")) else { return Redaction.isSecret(name, more) }
    let plain = try? JSONDecoder().decode([String].self, from: Data([0x5B] + quoted + [0x5D])).first
    return Redaction.isSecret(plain ?? name, more)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Returns the position after a string's closing quote.
  private func endOfString(from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""): return place + 1
      default: place += 1
      }
    }
    return bytes.count
  }

  /// Returns the position after a value, including everything that it contains.
  private func endOfValue(from start: Int) -> Int {
    var place = start
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = endOfString(from: place)
        if depth == 0 { return place }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
        place += 1
        if depth == 0 { return place }
      case UInt8(ascii: ",") where depth == 0: return place
      default: place += 1
      }
    }
    return place
  }
}
