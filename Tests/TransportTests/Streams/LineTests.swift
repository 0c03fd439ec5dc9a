import Foundation
import Testing

@testable import AbstractHTTP

struct LineTests {
  private struct Entry: Decodable, Equatable { let a: Int }

  private static let texts: [String: [String]] = [
    "": [], "\n": [""], "a": ["a"], "a\n": ["a"], "a\r\nb\r\n": ["a", "b"], "a\rb\r": ["a", "b"], "\r\n\r\n": ["", ""],
    "a\n\rb": ["a", "", "b"], "\r\r\n\n": ["", "", ""], "é\r\n日本\n": ["é", "日本"],
  ]

  private static let records: [String: [String]] = [
    "{\"a\":1}\n\n  \n{\"a\":2}": ["{\"a\":1}", "{\"a\":2}"],
    "\u{1E}{\"a\":1}\n\u{1E}{\"a\":\n2}\n": ["{\"a\":1}", "{\"a\":\n2}"],
    "\u{1E}{\"a\":\"}\\\"[\"}\n\u{1E}7\n": ["{\"a\":\"}\\\"[\"}", "7"],
    "\u{1E}{\"a\":1\u{1E}{\"a\":2}\n": ["{\"a\":1", "{\"a\":2}"],
    "\u{1E}{\"a\":1": ["{\"a\":1\n"],
  ]

  private func pieces(_ text: String, cutAt place: Int) -> [Data] {
    let data = Data(text.utf8)
    return [data.prefix(place), Data(data.dropFirst(place))]
  }

  private func stream(_ pieces: [Data]) async throws -> ResponseStream {
    let (stream, writer) = ResponseStream.make()
    for piece in pieces { try await writer.write(piece) }
    writer.finish()
    return stream
  }

  @Test(arguments: texts.keys)
  func `lines are the same however the bytes are cut`(text: String) throws {
    for place in 0...text.utf8.count {
      var splitter = LineSplitter(limit: 100)
      var lines: [String] = []
      for piece in pieces(text, cutAt: place) {
        try splitter.append(piece) { lines.append(String(decoding: $0, as: UTF8.self)) }
      }
      splitter.finish { lines.append(String(decoding: $0, as: UTF8.self)) }

      #expect(lines == Self.texts[text], "cut at \(place)")
    }
  }

  @Test(arguments: texts.keys)
  func `lines are the same byte by byte`(text: String) throws {
    var splitter = LineSplitter(limit: 100)
    var lines: [String] = []

    for byte in text.utf8 { try splitter.append(Data([byte])) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    splitter.finish { lines.append(String(decoding: $0, as: UTF8.self)) }

    #expect(lines == Self.texts[text])
  }

  @Test(arguments: records.keys)
  func `JSON texts are the same however the bytes are cut`(text: String) throws {
    for place in 0...text.utf8.count {
      var splitter = RecordSplitter(limit: 100)
      var records: [String] = []
      for piece in pieces(text, cutAt: place) {
        try splitter.append(piece) { records.append(String(decoding: $0, as: UTF8.self)) }
      }
      try splitter.finish { records.append(String(decoding: $0, as: UTF8.self)) }

      #expect(records == Self.records[text], "cut at \(place)")
    }
  }

  @Test(arguments: ["1234", "1234\n", "12\n1234"])
  func `a line may be as long as the limit, and no longer`(text: String) throws {
    var fitting = LineSplitter(limit: 4)
    var strict = LineSplitter(limit: 3)

    try fitting.append(Data(text.utf8)) { _ in }

    #expect(throws: LineTooLong(limit: 3)) { try strict.append(Data(text.utf8)) { _ in } }
  }

  @Test func `a line without end fails at its limit, after the lines before it`() async throws {
    let (stream, writer) = ResponseStream.make()
    try await writer.write(Data("one\n".utf8) + Data(repeating: 65, count: 101))
    var iterator = stream.lines(limit: 100).makeAsyncIterator()

    let line = try await iterator.next()
    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }

    #expect(line == "one")
    #expect(error?.type == .parse)
    #expect(error?.nativeError as? LineTooLong == LineTooLong(limit: 100))
    #expect(!stream.buffer.isOpen)
  }

  @Test func `a text of a JSON sequence without end fails at its limit`() throws {
    var splitter = RecordSplitter(limit: 10)

    #expect(throws: LineTooLong(limit: 10)) {
      try splitter.append(Data("\u{1E}[".utf8)) { _ in }
      for _ in 0..<10 { try splitter.append(Data("1,\n".utf8)) { _ in } }
    }
  }

  @Test func `models are read from lines`() async throws {
    let stream = try await stream([Data("{\"a\":1}\n{\"a\"".utf8), Data(":2}\n".utf8)])

    var entries: [Entry] = []
    for try await entry in stream.jsonLines(Entry.self) { entries.append(entry) }

    #expect(entries == [Entry(a: 1), Entry(a: 2)])
  }

  @Test func `a line that is no model fails with parse, after the models before it`() async throws {
    let stream = try await stream([Data("{\"a\":1}\n{\"b\":2}\n{\"a\":3}\n".utf8)])
    var iterator = stream.jsonLines(Entry.self).makeAsyncIterator()

    let entry = try await iterator.next()
    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }

    #expect(entry == Entry(a: 1))
    #expect(error?.type == .parse)
    #expect(error?.nativeError is DecodingError)
  }
}
