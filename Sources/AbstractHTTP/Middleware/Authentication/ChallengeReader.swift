/// Reads a list of challenges (RFC 9110 §11.6.1), or of parameters (§11.6.3), in one pass.
///
/// A name followed by `=` is a parameter of the challenge before it; any other name begins a challenge.
struct ChallengeReader {
  private let bytes: [UInt8]
  private var place = 0

  /// A value with a control character has no challenges.
  init(_ text: String) { bytes = HTTPToken.isFieldValue(text) ? Array(text.utf8) : [] }

  mutating func challenges() -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    while let (name, isFirst) = nextName() {
      switch (value(), challenges.indices.last) {
      case (.text(let value), let last?): challenges[last].add(value, for: name)
      case (.none, _) where isFirst && HTTPToken.isToken(name):
        challenges.append(AuthenticationChallenge(scheme: name, token68: token68()))
      default: break
      }
    }
    return challenges
  }

  /// The parameters of a field that has no scheme, such as `Authentication-Info`.
  static func parameters(of field: String) -> [String: String] {
    AuthenticationChallenge.challenges(in: "Info " + field).first?.parameters ?? [:]
  }

  /// The next name, perhaps malformed, and whether it's the first since a comma; `nil` at the end.
  private mutating func nextName() -> (name: String, isFirst: Bool)? {
    let start = place
    skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
    guard place < bytes.count else { return nil }
    let isFirst = start == 0 || bytes[start..<place].contains(UInt8(ascii: ","))
    let name = text { !Self.isSpace($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
    if name.isEmpty { place += 1 }
    return (name, isFirst)
  }

  private enum Value {
    case none, malformed
    case text(String)
  }

  /// The value after an equals sign, if there is one.
  private mutating func value() -> Value {
    let start = place
    skip(Self.isSpace)
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
      place = start
      return .none
    }
    place += 1
    skip(Self.isSpace)
    if place < bytes.count, bytes[place] == UInt8(ascii: "\"") { return quoted().map { .text($0) } ?? .malformed }
    let value = text { !Self.isSpace($0) && $0 != UInt8(ascii: ",") }
    return value.isEmpty ? .malformed : .text(value)
  }

  /// The single value of a challenge, if that is all up to the next comma.
  private mutating func token68() -> String? {
    let start = place
    skip(Self.isSpace)
    let value = text(while: Self.isToken68) + text(while: { $0 == UInt8(ascii: "=") })
    skip(Self.isSpace)
    let isAlone = place == bytes.count || bytes[place] == UInt8(ascii: ",")
    guard isAlone, let first = value.utf8.first, first != UInt8(ascii: "=") else {
      place = start
      return nil
    }
    return value
  }

  /// A quoted string (RFC 9110 §5.6.4); `nil` if it has no end.
  private mutating func quoted() -> String? {
    var text: [UInt8] = []
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
      text.append(bytes[place])
      place += 1
    }
    guard place < bytes.count else { return nil }
    place += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func text(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    skip(isPart)
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skip(_ isPart: (UInt8) -> Bool) {
    while place < bytes.count, isPart(bytes[place]) { place += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isToken68(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }
}

extension AuthenticationChallenge {
  /// Adds a parameter, unless there is one of its name.
  fileprivate mutating func add(_ value: String, for name: String) {
    guard HTTPToken.isToken(name), parameters[name.lowercased()] == nil else { return }
    parameters[name.lowercased()] = value
  }
}
