import Foundation
import Testing

@testable import AbstractHTTP

/// WHATWG HTML §9.2.6.
struct EventParserTests {
  /// Streams, and the events that they stand for as `event|data|id`.
  private static let streams: [String: [String]] = [
    "": [],
    "data: one\n\n": ["message|one|"],
    "data: one\r\n\r\ndata: two\r\rdata: three\n\n": ["message|one|", "message|two|", "message|three|"],
    "\u{FEFF}data: one\n\n": ["message|one|"],
    "\u{FEFF}\u{FEFF}data: one\n\n": [],
    ": a comment\n\ndata:one\ndata:  two\ndata\n\n": ["message|one\n two\n|"],
    "event: add\ndata: 1\nid: 7\n\ndata: 2\n\n": ["add|1|7", "message|2|7"],
    "id: 7\n\ndata: 1\n\nid\ndata: 2\n\n": ["message|1|7", "message|2|"],
    "id: 7\ndata: 1\n\nid: 8\u{0}\ndata: 2\n\n": ["message|1|7", "message|2|7"],
    "event: add\n\ndata: 1\n\n": ["message|1|"],
    "data\n\ndata\ndata\n\ndata:": ["message||", "message|\n|"],
    "data: no final blank line\n": [],
    "data: no end": [],
    "unknown: 1\ndatax: 2\n data: 3\ndata: 4\n\n": ["message|4|"],
    "data: {\"a\": \"日本\"}\n\n": ["message|{\"a\": \"日本\"}|"],
  ]

  private func text(_ event: ServerSentEvent) -> String { "\(event.event)|\(event.data)|\(event.id)" }

  private func events(_ pieces: [Data]) throws -> [String] {
    var parser = EventParser(limit: 1_000)
    var events: [String] = []
    for piece in pieces { try parser.append(piece) { events.append(text($0)) } }
    return events
  }

  @Test(arguments: streams.keys)
  func `reads a stream as a whole, byte by byte, and cut anywhere`(stream: String) throws {
    let data = Data(stream.utf8)

    #expect(try events([data]) == Self.streams[stream])
    #expect(try events(data.map { Data([$0]) }) == Self.streams[stream])
    for place in 0...data.count {
      #expect(try events([data.prefix(place), data.dropFirst(place)]) == Self.streams[stream], "cut at \(place)")
    }
  }

  @Test(arguments: [
    ("retry: 1500\n", Duration.milliseconds(1_500)), ("retry: 1.5\n", nil), ("retry: -1\n", nil), ("retry\n", nil),
    ("retry: ٣\n", nil), ("retry: 99999999999999999999999\n", .century), ("retry:10\nretry: x\n", .milliseconds(10)),
  ])
  func `reads how long to wait, if it is a number`(stream: String, retry: Duration?) throws {
    var parser = EventParser(limit: 100)

    try parser.append(Data(stream.utf8)) { _ in }

    #expect(parser.retry == retry)
  }

  @Test func `the next connection's parser goes on from the identifier`() throws {
    var parser = EventParser(limit: 100)
    try parser.append(Data("retry: 5\nid: 7\ndata: 1\n\nid: 8\ndata: cut".utf8)) { _ in }

    var next = parser.next
    var events: [String] = []
    try next.append(Data("data: 2\n\n".utf8)) { events.append(text($0)) }

    #expect(parser.lastEventId == "7")
    #expect(next.retry == .milliseconds(5))
    #expect(events == ["message|2|7"])
  }

  @Test(arguments: ["data: " + String(repeating: "x", count: 101), String(repeating: "data: 1234567890\n", count: 11)])
  func `an event without end fails at its limit`(stream: String) throws {
    var parser = EventParser(limit: 100)

    #expect(throws: LineTooLong(limit: 100)) { try parser.append(Data(stream.utf8)) { _ in } }
  }

  @Test func `a stream of one response gives its events`() async throws {
    let (stream, writer) = ResponseStream.make()
    try await writer.write(Data("data: {\"a\": 1}\n\ndata: {\"a\"".utf8))
    try await writer.write(Data(": 2}\n\ndata: cut".utf8))
    writer.finish()

    var numbers: [Int?] = []
    for try await event in stream.events() { numbers.append(try event.decode([String: Int].self)["a"]) }

    #expect(numbers == [1, 2])
  }
}
