import Foundation

/// Provides the bytes of a body that may block to a sender that must not wait.
///
/// One stream of the body is open at a time. It writes its bytes to a ``BodyBuffer``, from which one thread at a time
/// takes them.
final class ReadAhead: Sendable {
  typealias Taken = BodyBuffer.Taken

  private let source: BodySource
  private let ready: @Sendable () -> Void
  private let state = Locked(State())

  /// - Parameter ready: Called on any thread once bytes are available again.
  init(_ source: BodySource, ready: @escaping @Sendable () -> Void) {
    self.source = source
    self.ready = ready
  }

  deinit { stop() }

  /// The fields that the streams provided, once all bytes have been taken.
  var trailers: HTTPHeaders { state.withLock { $0.trailers } }

  /// Whether code without a time limit produces the bytes.
  var isWritten: Bool { state.withLock { $0.stream?.isWritten ?? false } }

  /// Copies available bytes. If the offset doesn't follow the last bytes, reading restarts there.
  func take(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Taken {
    do throws(URLError) {
      guard case .segments(let body) = source else { return .bytes(try source.read(into: buffer, at: offset)) }
      if state.withLock({ $0.offset != offset }) { restart(at: offset, of: body) }
      while case let place = state.withLock({ $0.place }), place.segment < body.segments.count {
        let taken = try take(into: buffer, at: place, of: body)
        guard case .bytes(let count) = taken else { return taken }
        // What code of the user's may hold is not released on the sender's thread.
        if let ended = state.withLock({ $0.advance(count) }) {
          ThreadPool.shared.submit { withExtendedLifetime(ended) {} }
        }
        if count > 0 { return taken }
      }
      return .bytes(0)
    } catch {
      return .failed(error)
    }
  }

  /// Stops reading. The writer is notified on another thread.
  func stop() {
    let stream = state.withLock { state in
      state.isStopped = true
      return state.stream.take()
    }
    if let stream { ThreadPool.shared.submit { stream.stop() } }
  }

  private func restart(at offset: Int64, of body: SegmentedBody) {
    let (segment, start) = body.segment(at: offset)
    let former = state.withLock { state in
      defer { state = State(offset: offset, place: (segment, offset - start), isStopped: state.isStopped) }
      return state.stream
    }
    if let former { ThreadPool.shared.submit { former.stop() } }
  }

  private func take(
    into buffer: UnsafeMutableRawBufferPointer,
    at place: State.Place,
    of body: SegmentedBody
  ) throws(URLError) -> Taken {
    guard let stream = body.segments[place.segment].stream else {
      return .bytes(try body.read(segment: place.segment, into: buffer, at: place.offset))
    }
    if let open = state.withLock({ $0.stream }) { return open.buffer.take(into: buffer) }
    guard let open = try (stream.origin as? any OpenableOrigin)?.open(stream, at: place.offset, ready: ready) else {
      return .bytes(0)
    }
    let isStopped = state.withLock { state in
      if !state.isStopped { state.stream = open }
      return state.isStopped
    }
    guard !isStopped else {
      ThreadPool.shared.submit { open.stop() }
      return .failed(CancellationError())
    }
    defer { open.begin() }
    return open.buffer.take(into: buffer)
  }
}

extension ReadAhead {
  private struct State {
    typealias Place = (segment: Int, offset: Int64)

    /// The offset of the next byte in the body, and in its segment.
    var offset: Int64 = 0
    var place: Place = (0, 0)
    /// The stream of the segment, if it is open.
    var stream: OpenStream?
    var trailers = HTTPHeaders()
    var isStopped = false

    /// Goes on behind bytes that were taken; none were there at the end of a segment.
    ///
    /// - Returns: The stream that has ended.
    mutating func advance(_ count: Int) -> OpenStream? {
      offset += Int64(count)
      place.offset += Int64(count)
      guard count == 0 else { return nil }
      for field in stream?.buffer.trailers ?? [:] { trailers.append(field) }
      place = (place.segment + 1, 0)
      return stream.take()
    }
  }
}
