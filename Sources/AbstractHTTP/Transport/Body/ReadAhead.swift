import Foundation

/// Reads a body that may have to be waited for, on a thread that may wait, ahead of a sender that must not.
final class ReadAhead: Sendable {
  /// What there is for the sender.
  enum Taken: Equatable {
    /// So many bytes were copied; 0 at the end.
    case bytes(Int)
    /// Nothing yet: it will be called.
    case notYet
    case failed(URLError)
  }

  private static let pieceSize = 65_536

  private let source: BodySource
  private let ready: @Sendable () -> Void
  // NB: a queue of its own, which gets a thread of its own; one that waits in a global queue takes a thread from tasks.
  private let queue = DispatchQueue(label: "AbstractHTTP.body")
  private let state = Locked(State())

  /// - Parameter ready: Called on any thread, once there is something again, after nothing was there.
  init(_ source: BodySource, ready: @escaping @Sendable () -> Void) {
    self.source = source
    self.ready = ready
  }

  /// Copies what was read, and sees to it that more is. Another place than the last one's end begins anew there.
  func take(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Taken {
    let (taken, mustRead) = state.withLock { state in
      let taken = state.take(into: buffer, at: offset, of: source.length)
      return (taken, state.beginsReading(pieceSize: Self.pieceSize, of: source.length))
    }
    if mustRead { queue.async { self.read() } }
    return taken
  }

  /// Reads no further; a read that waits is left to itself.
  func stop() { state.withLock { $0.isStopped = true } }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 16) { piece in
      while let (place, turn) = state.withLock({ $0.nextPlace(pieceSize: Self.pieceSize, of: source.length) }) {
        let result = Self.result { () throws(URLError) in try source.read(into: piece, at: place) }
        let isAwaited = state.withLock { state in
          state.arrive(result.map { UnsafeRawBufferPointer(rebasing: piece.prefix($0)) }, in: turn)
        }
        if isAwaited { ready() }
      }
    }
  }

  private static func result(_ body: () throws(URLError) -> Int) -> Result<Int, URLError> {
    do throws(URLError) { return .success(try body()) } catch { return .failure(error) }
  }
}

extension ReadAhead {
  private struct State {
    /// What was read and not taken, how long it is, and its place in the body.
    // NB: pieces, since `Data` that is appended to at its end and cut at its start keeps all that it ever held.
    private var pieces: [Data] = []
    private var count = 0
    private var start: Int64 = 0
    private var failure: URLError?
    /// Counts the beginnings, so that what was read for an earlier one is dropped.
    private var turn = 0
    private var isReading = false
    private var isAwaited = false
    var isStopped = false

    mutating func take(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, of length: Int64) -> Taken {
      if offset != start { restart(at: offset) }
      if let piece = pieces.first { return .bytes(take(piece, into: buffer)) }
      if offset >= length { return .bytes(0) }
      if let failure { return .failed(failure) }
      isAwaited = true
      return .notYet
    }

    private mutating func take(_ piece: Data, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let taken = piece.read(into: buffer, at: 0)
      if taken == piece.count { pieces.removeFirst() } else { pieces[0] = piece.dropFirst(taken) }
      count -= taken
      start += Int64(taken)
      return taken
    }

    private mutating func restart(at offset: Int64) {
      (pieces, count, start, failure) = ([], 0, offset, nil)
      turn += 1
    }

    /// Whether a thread is to begin to read.
    mutating func beginsReading(pieceSize: Int, of length: Int64) -> Bool {
      guard !isReading, wants(pieceSize, of: length) else { return false }
      isReading = true
      return true
    }

    /// Where to read next; `nil` to stop.
    mutating func nextPlace(pieceSize: Int, of length: Int64) -> (place: Int64, turn: Int)? {
      isReading = wants(pieceSize, of: length)
      return isReading ? (start + Int64(count), turn) : nil
    }

    private func wants(_ pieceSize: Int, of length: Int64) -> Bool {
      !isStopped && failure == nil && count <= pieceSize && start + Int64(count) < length
    }

    /// - Returns: Whether the sender waits for it.
    mutating func arrive(_ result: Result<UnsafeRawBufferPointer, URLError>, in turn: Int) -> Bool {
      guard turn == self.turn else { return false }
      switch result {
      case .success(let piece):
        pieces.append(Data(piece))
        count += piece.count
      case .failure(let error): failure = error
      }
      defer { isAwaited = false }
      return isAwaited
    }
  }
}
