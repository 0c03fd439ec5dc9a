import Foundation

/// Gives a sender, which must not wait, the bytes of a body that may have to be waited for.
///
/// One stream of the body is open at a time, and gives its bytes to a ``BodyBuffer``, from which they are taken here. One
/// thread at a time takes.
final class ReadAhead: Sendable {
  typealias Taken = BodyBuffer.Taken

  private let source: BodySource
  private let ready: @Sendable () -> Void
  private let state = Locked(State())

  /// - Parameter ready: Called on any thread, once there is something again, after nothing was there.
  init(_ source: BodySource, ready: @escaping @Sendable () -> Void) {
    self.source = source
    self.ready = ready
  }

  deinit { stop() }

  /// The fields that the streams gave, once all was taken.
  var trailers: HTTPHeaders { state.withLock { $0.trailers } }

  /// Whether the bytes come from code that may take its time.
  var isWritten: Bool { state.withLock { $0.stream?.isWritten ?? false } }

  /// Copies bytes, as many as are at hand. Another offset than the last one's end begins again there.
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

  /// Reads no further. The writer finds out, but not on this thread.
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

    /// The next byte, as it is counted in the body, and in its segment.
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
