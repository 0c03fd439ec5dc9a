@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct SegmentedBodyTests {
  @Test(.serialized, arguments: 0..<50)
  func `gives the same bytes from any place, in pieces of any size`(seed: Int) throws {
    var generator = Generator(seed)
    let (segments, whole, files) = try Self.segments(&generator)
    let source = try BodySource(RequestBody(segments: segments))
    let reader = BlockingReader(source)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { piece.deallocate() }

    #expect(source.length == Int64(whole.count))
    for _ in 0..<20 {
      let start = Int.random(in: 0...whole.count, using: &generator)
      var read = Data()
      while start + read.count < whole.count {
        let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<Int.random(in: 1...64, using: &generator)])
        let count = try reader.read(into: room, at: Int64(start + read.count))
        try #require(count > 0)
        read.append(contentsOf: room[..<count])
      }
      #expect(read == whole.dropFirst(start))
      #expect(try reader.read(into: piece, at: Int64(whole.count)) == 0)
    }
    withExtendedLifetime(files) {}
  }

  private static func segments(_ generator: inout Generator) throws -> ([BodySegment], Data, [TemporaryFile]) {
    var (segments, whole, files) = ([BodySegment](), Data(), [TemporaryFile]())
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let count = Int.random(in: 0...100, using: &generator)
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      whole += data
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: segments.append(.data(data))
      case 1: segments.append(.stream(.giving(data)))
      default:
        let file = try TemporaryFile(Data("before".utf8) + data + Data("behind".utf8))
        files.append(file)
        segments.append(.file(file.url, range: 6..<Int64(6 + count)))
      }
    }
    return (segments, whole, files)
  }

  @Test func `waits only where there are streams`() throws {
    let file = try TemporaryFile(Data("a".utf8))

    #expect(try !BodySource(RequestBody(segments: [.data(Data()), .file(file.url, range: 0..<1)])).mayWait)
    #expect(try BodySource(RequestBody(segments: [.stream(.giving(Data("a".utf8)))])).mayWait)
    #expect(try !BodySource(RequestBody(segments: [.stream(.empty)])).mayWait)
    #expect(!BodySource.data(Data()).mayWait)
  }

  @Test(arguments: [
    (3, "a stream of the body gives more than the 3 bytes that it declares"),
    (5, "a stream of the body ended after 4 bytes of 5"),
  ])
  func `a stream of another length than it declares is an error`(declared: Int, words: String) {
    let body = RequestBody(segments: [.stream(.giving(Data("four".utf8), declaring: declared)), .data(Data("!".utf8))])

    let error = #expect(throws: URLError.self) { try body.data() }

    #expect(error?.code == .requestBodyStreamExhausted)
    #expect(error?.localizedDescription == words)
  }

  @Test func `a stream that fails is an error that says why`() {
    let stream = BodyStream(length: 5) { ScriptedStream([.give(Data("ab".utf8)), .fail]) }
    let closed = BodyStream(length: 5) { throw ScriptedStream.Fault() }

    let reading = #expect(throws: URLError.self) { try RequestBody(segments: [.stream(stream)]).data() }
    let opening = #expect(throws: URLError.self) { try RequestBody(segments: [.stream(closed)]).data() }

    #expect(reading?.localizedDescription == "a stream of the body cannot be read: Fault()")
    #expect(opening?.localizedDescription == "a stream of the body cannot be opened: Fault()")
    #expect(opening?.code == .requestBodyStreamExhausted)
  }

  @Test(arguments: ["/nowhere/at/all", "/", "/dev/null"])
  func `a stream of what is no file is an error`(path: String) {
    let stream = BodyStream(length: 5) { InputStream(url: URL(filePath: path)) ?? InputStream(data: Data()) }

    let error = #expect(throws: URLError.self) { try RequestBody(segments: [.stream(stream)]).data() }

    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `a stream that was used before is an error`() {
    let stream = BodyStream(length: 3) {
      let used = InputStream(data: Data("abc".utf8))
      used.open()
      used.close()
      return used
    }

    let error = #expect(throws: URLError.self) { try RequestBody(segments: [.stream(stream)]).data() }

    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `a stream given once is read once`() throws {
    let body = RequestBody(segments: [.stream(BodyStream(once: InputStream(data: Data("abc".utf8)), length: 3))])

    #expect(try body.data() == Data("abc".utf8))
    let error = #expect(throws: URLError.self) { try body.data() }
    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `a file that is too short, missing or none is an error before anything is read`() throws {
    let file = try TemporaryFile(Data("abc".utf8))
    let urls = [file.url, URL(filePath: "/nowhere/at/all"), URL(filePath: "/dev/null"), URL(filePath: "/")]

    let codes = urls.map { url in
      #expect(throws: URLError.self) { try BodySource(RequestBody(segments: [.file(url, range: 0..<4)])) }?.code
    }

    #expect(codes == [.requestBodyStreamExhausted, .fileDoesNotExist, .cannotOpenFile, .fileIsDirectory])
  }

  @Test func `a file that becomes shorter or goes is an error when it is read`() throws {
    let (one, other) = (try TemporaryFile(Data("abc".utf8)), try TemporaryFile(Data("abc".utf8)))
    let source = try BodySource(RequestBody(segments: [.file(one.url, range: 0..<3), .file(other.url, range: 0..<3)]))
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { piece.deallocate() }

    try Data("a".utf8).write(to: one.url)
    try FileManager.default.removeItem(at: other.url)

    #expect(try source.read(into: piece, at: 0) == 1)
    let shorter = #expect(throws: URLError.self) { try source.read(into: piece, at: 1) }
    let gone = #expect(throws: URLError.self) { try source.read(into: piece, at: 3) }
    #expect(shorter?.code == .requestBodyStreamExhausted)
    #expect(gone?.code == .fileDoesNotExist)
  }
}
