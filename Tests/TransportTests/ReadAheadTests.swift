@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ReadAheadTests {
  @Test func `gives everything, in order`() async throws {
    let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let reader = try Reader(.giving(data))

    #expect(try await reader.read() == data)
  }

  @Test func `says that there is nothing yet, and calls once there is`() async throws {
    let hold = ScriptedStream.Hold()
    let reader = try Reader(
      BodyStream(length: 4) { ScriptedStream([.hold(hold), .give(Data("ab".utf8)), .give(Data("cd".utf8))]) }
    )

    let first = reader.take(at: 0)
    hold.letGo()

    #expect(first.isNothing)
    #expect(try await reader.read() == Data("abcd".utf8))
  }

  @Test func `begins anew at another place`() async throws {
    let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let reader = try Reader(.giving(data))

    _ = try await reader.read(100_000)

    #expect(try await reader.read() == data)
    #expect(try await reader.read(from: 50_000) == data.dropFirst(50_000))
  }

  @Test func `drops what was read for an earlier beginning`() async throws {
    let hold = ScriptedStream.Hold()
    let isFirst = Locked(true)
    let isOpen = Gate()
    let reader = try Reader(
      BodyStream(length: 4) {
        let isLater = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return !isFirst
        }
        isOpen.open()
        return ScriptedStream(isLater ? [.give(Data("new!".utf8))] : [.hold(hold), .give(Data("old!".utf8))])
      }
    )

    _ = reader.take(at: 0)
    try await isOpen.wait()
    _ = reader.take(at: 2)
    hold.letGo()

    #expect(try await reader.read() == Data("new!".utf8))
  }

  @Test func `what cannot begin anew fails`() async throws {
    let reader = try Reader(BodyStream(once: InputStream(data: Data("abc".utf8)), length: 3))

    _ = try await reader.read()
    let error = await #expect(throws: URLError.self) { try await reader.read() }

    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `what was read before a failure is given first`() async throws {
    let reader = try Reader(BodyStream(length: 5) { ScriptedStream([.give(Data("ab".utf8)), .fail]) })

    #expect(try await reader.read(2) == Data("ab".utf8))
    let error = await #expect(throws: URLError.self) { try await reader.read(from: 2) }
    #expect(error?.localizedDescription == "a stream of the body cannot be read: Fault()")
  }

  @Test func `is never far ahead`() async throws {
    let given = Locked(0)
    let reader = try Reader(BodyStream(length: 1 << 40) { CountedStream { count in given.withLock { $0 += count } } })

    for taken in stride(from: 0, to: 3_000_000, by: 30_000) {
      _ = try await reader.read(30_000, from: Int64(taken))
      #expect(given.withLock { $0 } <= taken + 30_000 + 3 * 65_536)
    }
  }
}

extension ReadAhead.Taken {
  fileprivate var isNothing: Bool {
    if case .notYet = self { true } else { false }
  }
}

/// Reads ahead, as a transfer does.
private final class Reader {
  private let ahead: ReadAhead
  private let calls: AsyncStream<Void>
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 30_000, alignment: 1)

  init(_ stream: BodyStream) throws {
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    self.calls = calls
    ahead = ReadAhead(try BodySource(RequestBody(segments: [.stream(stream)]))) { continuation.yield() }
  }

  deinit {
    ahead.stop()
    buffer.deallocate()
  }

  func take(at place: Int64) -> ReadAhead.Taken { ahead.take(into: buffer, at: place) }

  /// Reads to the end, or so many bytes.
  func read(_ limit: Int = .max, from start: Int64 = 0) async throws -> Data {
    var data = Data()
    while data.count < limit {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit - data.count))
      switch ahead.take(into: room, at: start + Int64(data.count)) {
      case .bytes(0): return data
      case .bytes(let count): data.append(contentsOf: room[..<count])
      case .notYet: for await _ in calls { break }
      case .failed(let error): throw error
      }
    }
    return data
  }
}

/// Gives zeros without end, and counts them.
private final class CountedStream: InputStream {
  private let count: @Sendable (Int) -> Void

  init(_ count: @escaping @Sendable (Int) -> Void) {
    self.count = count
    super.init(data: Data())
  }

  override func open() {}

  override func close() {}

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    buffer.update(repeating: 0, count: length)
    count(length)
    return length
  }
}
