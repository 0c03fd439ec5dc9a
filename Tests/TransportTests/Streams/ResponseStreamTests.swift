import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ResponseStreamTests {
  private struct Fault: Error {}

  private let stream: ResponseStream
  private let writer: ResponseStreamWriter

  init() { (stream, writer) = ResponseStream.make(head: Response(headers: ["A": "b"])) }

  @Test func `gives what is written, and then the trailers`() async throws {
    let reading = Task { [stream] in (try await stream.collect(upTo: 100), try await stream.trailers) }

    try await writer.write(Data("one ".utf8))
    try await writer.write(Data("two".utf8))
    writer.finish(trailers: ["Digest": "7"])

    let (data, trailers) = try await reading.value
    #expect(String(decoding: data, as: UTF8.self) == "one two")
    #expect(trailers?["Digest"] == "7")
    #expect(stream.head.headers["A"] == "b")
  }

  @Test func `no trailers are not empty trailers`() async throws {
    let (other, otherWriter) = ResponseStream.make()
    writer.finish()
    otherWriter.finish(trailers: [:])

    #expect(try await stream.trailers == nil)
    #expect(try await other.trailers?.isEmpty == true)
  }

  @Test func `holds the writer while 256 KiB wait`() async throws {
    let piece = Data(count: 65_536)
    let written = ObservedValue(0)
    let writing = Task { [writer] in
      for _ in 0..<8 {
        try await writer.write(piece)
        written.update { $0 += 1 }
      }
      writer.finish()
    }
    try await written.wait { $0 == 4 }
    for _ in 0..<100 { await Task.yield() }
    let writtenBefore = written.value

    let count = try await stream.collect(upTo: .max).count

    try await writing.value
    #expect(writtenBefore == 4)
    #expect(count == 8 * 65_536)
  }

  @Test func `takes a piece of any size if nothing waits`() async throws {
    try await writer.write(Data(count: 1 << 20))
    writer.finish()

    #expect(try await stream.collect(upTo: 1 << 20).count == 1 << 20)
  }

  @Test func `an error comes after what was written before`() async throws {
    try await writer.write(Data("one".utf8))
    writer.fail(Fault())
    var iterator = stream.makeAsyncIterator()

    let piece = try await iterator.next()
    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }

    #expect(piece == Data("one".utf8))
    #expect(error?.type == .network)
    #expect(error?.nativeError is Fault)
    #expect(error?.response?.headers["A"] == "b")
  }

  @Test func `a second reader is refused, and the first one goes on`() async throws {
    try await writer.write(Data("one".utf8))
    writer.finish()
    var first = stream.makeAsyncIterator()
    var second = stream.makeAsyncIterator()

    let error = await #expect(throws: ConnectionError.self) { try await second.next() }

    #expect(error?.nativeError is StreamConsumed)
    #expect(try await first.next() == Data("one".utf8))
    #expect(try await first.next() == nil)
  }

  @Test func `a cancellation reaches a waiting reader, drops what waits, and stops the writer`() async throws {
    let stops = Counter()
    writer.onCancel { _ = stops.next() }
    let reading = Task { [stream] in
      var iterator = stream.makeAsyncIterator()
      return try await iterator.next()
    }
    for _ in 0..<100 { await Task.yield() }

    stream.cancel()
    stream.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await reading.value }
    #expect(error?.type == .cancelled)
    #expect(stops.next() == 2)
    await #expect(throws: ConnectionError.self) { try await writer.write(Data("late".utf8)) }
  }

  @Test func `a cancellation drops what waits`() async throws {
    try await writer.write(Data("one".utf8))
    var iterator = stream.makeAsyncIterator()

    stream.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await iterator.next() }
    #expect(error?.type == .cancelled)
  }

  @Test func `a reader whose task is cancelled stops the writer`() async throws {
    let gate = Gate()
    writer.onCancel { gate.open() }
    let reading = Task { [stream] in try await stream.collect(upTo: .max) }

    reading.cancel()

    try await gate.wait()
    let error = await #expect(throws: ConnectionError.self) { try await reading.value }
    #expect(error?.type == .cancelled)
  }

  @Test func `a writer that waits for room goes on once its task is cancelled`() async throws {
    try await writer.write(Data(count: 262_144))
    let writing = Task { [writer] in try await writer.write(Data(count: 1)) }

    writing.cancel()

    let error = await #expect(throws: ConnectionError.self) { try await writing.value }
    #expect(error?.type == .cancelled)
  }

  @Test func `letting go of the iterator stops the writer, though the stream is still there`() async throws {
    let gate = Gate()
    writer.onCancel { gate.open() }
    try await writer.write(Data("one".utf8))

    for try await _ in stream { break }

    #expect(gate.isOpen)
    withExtendedLifetime(stream) {}
  }

  @Test func `letting go of a stream that nobody reads stops the writer`() async throws {
    let gate = Gate()
    let writers = Locked<[ResponseStreamWriter]>([])
    var response: Response? = {
      let (stream, writer) = ResponseStream.make()
      writer.onCancel { gate.open() }
      writers.withLock { $0.append(writer) }
      return Response(stream: stream)
    }()
    let wasOpen = gate.isOpen

    response = nil

    #expect(response == nil)
    #expect(!wasOpen)
    #expect(gate.isOpen)
  }

  @Test func `an iterator keeps a stream that is let go`() async throws {
    let gate = Gate()
    writer.onCancel { gate.open() }
    var iterator: ResponseStream.AsyncIterator? = Response(stream: stream).stream?.makeAsyncIterator()

    try await writer.write(Data("one".utf8))
    let piece = try await iterator?.next()

    #expect(piece == Data("one".utf8))
    #expect(!gate.isOpen)
    iterator = nil
    #expect(gate.isOpen)
  }

  @Test func `a writer that is let go fails its stream`() async throws {
    let stream = ResponseStream.make().stream

    let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 1) }

    #expect(error?.nativeError is DroppedWriter)
  }

  @Test func `collects no more than the limit`() async throws {
    let gate = Gate()
    writer.onCancel { gate.open() }
    try await writer.write(Data(count: 11))

    let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 10) }

    #expect(error?.nativeError as? StreamTooLong == StreamTooLong(limit: 10))
    #expect(gate.isOpen)
  }

  @Test func `what flows can be changed, and counted`() async throws {
    let count = Locked(0)
    let changed = stream.map { piece in
      count.withLock { $0 += piece.count }
      return Data(piece.map { $0 + 1 })
    }.map { $0.contains(99) ? Data() : $0 }

    try await writer.write(Data([1, 2]))
    writer.finish()

    #expect(try await changed.collect(upTo: 10) == Data([2, 3]))
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `what a change throws ends the stream, and stops the writer`() async throws {
    let gate = Gate()
    writer.onCancel { gate.open() }
    try await writer.write(Data([1]))
    let changed = stream.map { _ in throw Fault() }

    let error = await #expect(throws: ConnectionError.self) { try await changed.collect(upTo: 10) }

    #expect(error?.type == .parse)
    #expect(error?.nativeError is Fault)
    #expect(gate.isOpen)
  }

  @Test func `gives bytes one by one`() async throws {
    try await writer.write(Data([1, 2]))
    try await writer.write(Data([3]))
    writer.finish()

    var bytes: [UInt8] = []
    for try await byte in stream.bytes { bytes.append(byte) }

    #expect(bytes == [1, 2, 3])
  }

  @Test func `many pieces arrive whole and in order`() async throws {
    let writing = Task { [writer] in
      for number in 0..<20_000 { try await writer.write(Data("\(number)\n".utf8)) }
      writer.finish()
    }

    var next = 0
    for try await line in stream.lines() {
      #expect(line == "\(next)")
      next += 1
    }

    try await writing.value
    #expect(next == 20_000)
  }

  @Test func `two responses are equal if they have the same stream`() {
    let response = Response(stream: stream)

    #expect(response == response)
    #expect(response != Response(stream: ResponseStream.make().stream))
    #expect(response != Response())
    #expect("\(response)" == "200 (stream)")
  }
}
