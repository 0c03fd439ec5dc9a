import Foundation

/// Reads a stream, and enforces its length, if it is known.
// NB: `InputStream` isn't Sendable. Only the code that has taken the reader out of its place reads.
final class StreamReader: @unchecked Sendable {
  private let stream: InputStream
  private let length: Int64?
  private var position: Int64 = 0

  init(_ open: () throws -> InputStream, length: Int64?) throws(URLError) {
    do {
      stream = try open()
    } catch {
      throw error as? URLError ?? Self.fault("cannot be opened", error)
    }
    self.length = length
    stream.open()
  }

  deinit { stream.close() }

  /// Waits for bytes, and copies them; 0 at the end. If the length is known, the last bytes are returned only if none
  /// follow.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(URLError) -> Int {
    let room = buffer.prefix(length.map { Int(clamping: $0 - position) } ?? buffer.count)
    guard !room.isEmpty else { return 0 }
    let count = pull(into: UnsafeMutableRawBufferPointer(rebasing: room))
    guard count >= 0 else { throw Self.fault("cannot be read", cause) }
    if count == 0, let length { throw Self.fault("ended after \(position) bytes of \(length)") }
    guard count <= room.count else { throw Self.fault("gave more than it was asked for") }
    position += Int64(count)
    if let length, position == length { try checkEnd(of: length) }
    return count
  }

  /// The error with which reading failed.
  private var cause: (any Error)? {
    // NB: on Linux, getting a stream's error traps if it has none.
    stream.streamStatus == .error ? stream.streamError : nil
  }

  private func checkEnd(of length: Int64) throws(URLError) {
    let count = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { pull(into: $0) }
    guard count <= 0 else { throw Self.fault("gives more than the \(length) bytes that it declares") }
  }

  private func pull(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let bytes = buffer.bindMemory(to: UInt8.self)
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return 0 }
    return stream.read(start, maxLength: bytes.count)
  }

  private static func fault(_ words: String, _ cause: (any Error)? = nil) -> URLError {
    let reason = cause.map { ": \(Redaction.text(of: $0))" } ?? ""
    return URLError(.requestBodyStreamExhausted, "a stream of the body \(words)\(reason)")
  }
}
