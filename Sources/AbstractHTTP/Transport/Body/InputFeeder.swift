import Foundation

extension InputOrigin: OpenableOrigin {
  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream {
    let buffer = BodyBuffer()
    buffer.connect(skipping: place, ready: ready)
    let feeder = InputFeeder(self, length: stream.length, into: buffer)
    return OpenStream(buffer, isWritten: false, begin: feeder.feed, cancel: feeder.feed)
  }
}

/// Reads an `InputStream` ahead of its sender, on a thread that may block.
private final class InputFeeder: Sendable {
  private static let pieceSize = 65_536

  private let origin: InputOrigin
  private let length: Int64?
  private let buffer: BodyBuffer
  // NB: a separate queue gets a separate thread. Blocking in a global queue would take a thread from tasks.
  private let queue = DispatchQueue(label: "AbstractHTTP.body")
  private let reader = Locked<StreamReader?>(nil)

  init(_ origin: InputOrigin, length: Int64?, into buffer: BodyBuffer) {
    self.origin = origin
    self.length = length
    self.buffer = buffer
  }

  /// Reads until enough bytes are buffered. Closes a stopped stream, but only after a blocked read has returned.
  @Sendable func feed() { queue.async { self.work() } }

  private func work() {
    do throws(URLError) {
      try withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 16) { piece throws(URLError) in
        while try read(by: piece) {}
      }
    } catch {
      buffer.finish(.failed(error))
    }
    if buffer.isStopped || buffer.end != nil { close() }
  }

  /// - Returns: Whether to continue.
  private func read(by piece: UnsafeMutableRawBufferPointer) throws(URLError) -> Bool {
    guard !buffer.isStopped, buffer.end == nil else { return false }
    // NB: the buffer retains the feeder only while there is no room.
    guard !buffer.wait(for: Self.pieceSize, feed) else { return false }
    let count = try opened().read(into: piece)
    if count == 0 {
      buffer.finish(.finished(nil))
    } else {
      buffer.append(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
    return count > 0
  }

  private func opened() throws(URLError) -> StreamReader {
    if let reader = reader.withLock({ $0 }) { return reader }
    let opened = try StreamReader(origin.open, length: length)
    reader.withLock { $0 = opened }
    return opened
  }

  private func close() {
    let closed = reader.withLock { $0.take() }
    withExtendedLifetime(closed) {}
  }
}
