import Foundation

/// Parses an event stream (WHATWG HTML §9.2.6) from pieces that may be cut anywhere.
struct EventParser: Sendable {
  private var lines: LineSplitter
  private var fields: EventFields

  /// - Parameter limit: The maximum number of bytes in a line, and in the data of an event.
  init(limit: Int) {
    lines = LineSplitter(limit: limit)
    fields = EventFields(limit: limit)
  }

  /// The identifier from which to continue. It outlives the connection.
  var lastEventId: String { fields.lastEventId }

  /// The wait that the server requests before the next connection.
  var retry: Duration? { fields.retry }

  /// The parser of the next connection.
  var next: EventParser {
    var next = EventParser(limit: lines.limit)
    (next.fields.lastEventId, next.fields.retry) = (lastEventId, retry)
    return next
  }

  /// Appends bytes, and calls a closure with each event that they complete.
  mutating func append(_ piece: Data, _ take: (ServerSentEvent) -> Void) throws {
    try Self.append(piece, &lines, &fields, take)
  }

  private static func append(
    _ piece: Data,
    _ lines: inout LineSplitter,
    _ fields: inout EventFields,
    _ take: (ServerSentEvent) -> Void
  ) throws {
    try lines.append(piece) { line in
      if let event = try fields.read(line) { take(event) }
    }
  }
}

/// The fields of the event that is being read.
private struct EventFields: Sendable {
  var lastEventId = ""
  var retry: Duration?
  let limit: Int
  private var isAtStart = true
  private var event: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var id: String?

  init(limit: Int) { self.limit = limit }

  /// - Returns: The event that a blank line completes.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws -> ServerSentEvent? {
    var line = line
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = UnsafeBufferPointer(rebasing: line.dropFirst(3)) }
    }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    var value = line.dropFirst(colon + 1)
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    try set(UnsafeBufferPointer(rebasing: line[..<colon]), UnsafeBufferPointer(rebasing: value))
    return nil
  }

  private mutating func set(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) throws {
    if name.elementsEqual("data".utf8) {
      guard data.count + value.count <= limit else { throw LineTooLong(limit: limit) }
      if hasData { data.append(UInt8(ascii: "\n")) }
      data.append(contentsOf: value)
      hasData = true
    } else if name.elementsEqual("event".utf8) {
      event = Array(value)
    } else if name.elementsEqual("id".utf8), !value.contains(0) {
      id = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("retry".utf8), let time = Self.milliseconds(value) {
      retry = time
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    if let id = id.take() { lastEventId = id }
    defer { (event, data, hasData) = ([], [], false) }
    guard hasData else { return nil }
    return ServerSentEvent(
      event: event.isEmpty ? "message" : String(decoding: event, as: UTF8.self),
      data: String(decoding: data, as: UTF8.self),
      id: lastEventId
    )
  }

  private static func milliseconds(_ digits: UnsafeBufferPointer<UInt8>) -> Duration? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self)).map { Duration.milliseconds($0).clamped } ?? .century
  }
}
