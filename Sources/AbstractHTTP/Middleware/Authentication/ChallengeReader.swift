/// Parses a list of challenges (RFC 9110 §11.6.1), or of parameters (§11.6.3), in one pass.
///
/// A name followed by `=` is a parameter of the challenge before it; any other name begins a challenge.
struct ChallengeReader {
  private var scanner: FieldScanner

  /// Creates a reader. A value with a control character has no challenges.
  init(_ text: String) { scanner = FieldScanner(text) }

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

  /// Returns the parameters of a field without a scheme, such as `Authentication-Info`.
  static func parameters(of field: String) -> [String: String] {
    AuthenticationChallenge.challenges(in: "Info " + field).first?.parameters ?? [:]
  }

  /// Returns the next name, which may be malformed, and whether it is the first after a comma; `nil` at the end.
  private mutating func nextName() -> (name: String, isFirst: Bool)? {
    let start = scanner.place
    scanner.skip { FieldScanner.isSpace($0) || $0 == UInt8(ascii: ",") }
    guard scanner.next != nil else { return nil }
    let isFirst = start == 0 || scanner.has(UInt8(ascii: ","), from: start)
    let name = scanner.text { !FieldScanner.isSpace($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "=") }
    if name.isEmpty { scanner.go(to: scanner.place + 1) }
    return (name, isFirst)
  }

  private enum Value {
    case none, malformed
    case text(String)
  }

  /// Returns the value after an equals sign, if there is one.
  private mutating func value() -> Value {
    let start = scanner.place
    scanner.skipSpaces()
    guard scanner.take(UInt8(ascii: "=")) else {
      scanner.go(to: start)
      return .none
    }
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: "\"") { return scanner.quoted().map { .text($0) } ?? .malformed }
    let value = scanner.text { !FieldScanner.isSpace($0) && $0 != UInt8(ascii: ",") }
    return value.isEmpty ? .malformed : .text(value)
  }

  /// Returns the single value of a challenge, if that is everything up to the next comma.
  private mutating func token68() -> String? {
    let start = scanner.place
    scanner.skipSpaces()
    let value = scanner.text(while: Self.isToken68) + scanner.text(while: { $0 == UInt8(ascii: "=") })
    scanner.skipSpaces()
    let isAlone = scanner.next == nil || scanner.next == UInt8(ascii: ",")
    guard isAlone, let first = value.utf8.first, first != UInt8(ascii: "=") else {
      scanner.go(to: start)
      return nil
    }
    return value
  }

  private static func isToken68(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
  }
}

extension AuthenticationChallenge {
  /// Adds a parameter, unless there is one with its name.
  fileprivate mutating func add(_ value: String, for name: String) {
    guard HTTPToken.isToken(name), parameters[name.lowercased()] == nil else { return }
    parameters[name.lowercased()] = value
  }
}
