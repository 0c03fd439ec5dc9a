/// The path to a byte in a text that is valid JSON up to there.
struct JSONTrail {
  private(set) var steps: [JSONKey] = []
  /// The start of the value or the key that contains the byte.
  private(set) var start: Int
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var position: Int
  /// Whether a name is expected instead of a value.
  private var isBeforeKey = false

  init(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    self.end = min(end, bytes.count)
    position = JSONText.start(of: bytes)
    start = position
    while position < self.end { step() }
  }

  var path: JSONPath { JSONPath(steps.filter { $0 != .key("") }) }

  private mutating func step() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"): enter(.key(""))
    case UInt8(ascii: "["): enter(.index(0))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = steps.popLast()
      isBeforeKey = false
    case UInt8(ascii: ","): next()
    case UInt8(ascii: ":"): (isBeforeKey, start) = (false, position + 1)
    default: break
    }
    position += 1
  }

  private mutating func enter(_ key: JSONKey) {
    steps.append(key)
    isBeforeKey = key == .key("")
    start = position + 1
  }

  private mutating func next() {
    start = position + 1
    guard let last = steps.popLast() else { return }
    if case .index(let index) = last { steps.append(.index(index + 1)) } else { enter(.key("")) }
  }

  private mutating func string() {
    var parser = JSONParser(bytes, from: position, maximumDepth: 0)
    guard let text = try? parser.string(), parser.position <= end else {
      position = end
      return
    }
    position = parser.position
    if isBeforeKey, !steps.isEmpty { steps[steps.count - 1] = .key(text) }
  }
}

extension DecodingFailure {
  /// Creates the failure of a text that isn't JSON.
  init(
    _ flaw: JSONFlaw,
    of model: String,
    in utf8: UnsafeBufferPointer<UInt8>,
    _ error: any Error
  ) {
    let reason = JSONDocument.kind(of: utf8) ?? Self.reason(flaw, utf8)
    guard case .truncated = reason else {
      let isElsewhere = if case .notJSON = reason { false } else { true }
      let trail = JSONTrail(to: flaw.offset, in: utf8)
      let isText = trail.steps.isEmpty
      self.init(
        reason: reason,
        model: model,
        property: "",
        path: isElsewhere ? [] : trail.path,
        location: isElsewhere ? nil : Location(flaw.offset, in: utf8),
        underlying: error,
        found: isElsewhere ? "" : JSONSnippet.text(of: isText ? utf8[...] : utf8[min(flaw.offset, utf8.count)...])
      )
      return
    }
    let trail = JSONTrail(to: utf8.count, in: utf8)
    let tail = utf8[max(trail.start, utf8.count - JSONSnippet.length)...]
    self.init(
      reason: reason,
      model: model,
      property: "",
      path: trail.path,
      location: Location(utf8.count, in: utf8),
      underlying: error,
      found: JSONSnippet.text(of: tail.drop { $0 & 0xC0 == 0x80 || JSONSnippet.isSpace($0) })
    )
  }

  /// Creates the failure of a text without a location.
  init(_ reason: Reason, of model: String, _ error: any Error) {
    self.init(reason: reason, model: model, property: "", path: [], location: nil, underlying: error, found: "")
  }

  private static func reason(_ flaw: JSONFlaw, _ utf8: UnsafeBufferPointer<UInt8>) -> Reason {
    let rest = utf8[min(flaw.offset, utf8.count)...]
    let isBegun = ["true", "false", "null"].contains { $0.utf8.starts(with: rest) }
    return isBegun || rest.allSatisfy(JSONSnippet.isSpace) || flaw.reason == JSONFlaw.endsInString
      ? .truncated : .notJSON(flaw.reason)
  }
}
