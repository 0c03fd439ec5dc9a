public import Foundation

extension RequestBody {
  /// The pieces of the body as it would be sent, for example to encrypt, compress, or sign it on the fly.
  ///
  /// ```swift
  /// let signed = BodyStream(hasTrailers: true) { writer in
  ///   var hash = Checksum()
  ///   for try await piece in body.pieces {
  ///     hash.update(piece)
  ///     try await writer.write(piece)
  ///   }
  ///   try await writer.finish(trailers: ["X-Checksum": hash.hex])
  /// }
  /// ```
  ///
  /// Each iterator reads the body from its beginning, and consumes a stream that can be read only once. The boundaries
  /// between pieces have no meaning.
  public var pieces: RequestBodyPieces { RequestBodyPieces(body: self) }

  /// Reads the whole body into memory as it would be sent.
  ///
  /// The method consumes a stream that can be read only once.
  ///
  /// - Parameter limit: The maximum number of bytes. A longer body fails with ``StreamTooLong``. Defaults to no limit.
  /// - Throws: The error that sending the body would fail with.
  public func collect(upTo limit: Int = .max) async throws -> Data {
    var data = Data()
    for try await piece in pieces {
      guard piece.count <= limit - data.count else { throw StreamTooLong(limit: limit) }
      data.append(piece)
    }
    return data
  }

  /// Returns a body that transforms each piece as it is sent, for example to encrypt it.
  ///
  /// ```swift
  /// request.body = request.body?.map(keepsLength: true) { piece in Data(piece.map { $0 ^ 0x55 }) }
  /// ```
  ///
  /// If the body is sent again, the closure is called again for every piece. To keep separate state each time, write a
  /// ``BodyStream`` from the ``pieces``.
  ///
  /// - Parameters:
  ///   - keepsLength: Whether pieces keep their length, so that the length of the body remains known. Defaults to
  ///     `false`.
  ///   - transform: Returns the data to send in place of a piece, which may be empty. Called in a task of the library's
  ///     pool, one piece at a time. If it throws an error, the request fails with `.network`.
  public func map(keepsLength: Bool = false, _ transform: @escaping @Sendable (Data) throws -> Data) -> RequestBody {
    let origin = WrittenOrigin(reading: self) { [self] _, writer in
      let reader = try PieceReader(self)
      while let piece = try await reader.next() { try await writer.write(transform(piece)) }
      try await writer.finish(trailers: hasTrailers ? reader.trailers : nil)
    }
    let stream = BodyStream(
      origin,
      length: keepsLength ? knownLength : nil,
      replay: min(replay, .fromStart),
      hasTrailers: hasTrailers
    )
    return RequestBody(stream, contentType: contentType).followed(by: trailers)
  }

  /// The length, including that of a file.
  private var knownLength: Int64? {
    guard case .file(let url) = content else { return length }
    // NB: what isn't regular, such as a named pipe, must not even be opened.
    guard (try? OpenFile.isRegular(url)) == true else { return nil }
    return try? OpenFile(url).length
  }
}

/// The pieces of a ``RequestBody``.
public struct RequestBodyPieces: AsyncSequence, Sendable {
  let body: RequestBody

  /// Creates an iterator, which reads the body from its beginning.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body) }

  /// Reads a body piece by piece. Releasing the iterator stops reading.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let body: RequestBody
    private var reader: PieceReader?

    fileprivate init(body: RequestBody) { self.body = body }

    /// Waits for the next piece.
    ///
    /// - Returns: The piece; `nil` at the end.
    public mutating func next() async throws -> Data? {
      // NB: on the library's pool, since reading a file may block.
      let (body, former) = (body, reader)
      let (reader, piece) = try await withTaskExecutorPreference(ThreadPool.shared) {
        let reader = try former ?? PieceReader(body)
        return (reader, try await reader.next())
      }
      self.reader = reader
      return piece
    }
  }
}

/// Reads a body in a task.
private final class PieceReader: Sendable {
  private let ahead: ReadAhead
  private let offset = Locked<Int64>(0)
  private let waiting: Waiting

  /// Wakes the task that waits.
  private final class Waiting: Sendable {
    let signal = Locked(Signal())
  }

  init(_ body: RequestBody) throws {
    let waiting = Waiting()
    self.waiting = waiting
    ahead = ReadAhead(try BodySource(body.readable())) { waiting.signal.withLock { $0 }.give() }
  }

  var trailers: HTTPHeaders { ahead.trailers }

  func next() async throws -> Data? {
    while true {
      try Task.checkCancellation()
      let signal = Signal()
      waiting.signal.withLock { $0 = signal }
      guard let piece = try take() else {
        await signal.wait()
        continue
      }
      offset.withLock { $0 += Int64(piece.count) }
      return piece.isEmpty ? nil : piece
    }
  }

  /// - Returns: `nil` if there is nothing yet.
  private func take() throws -> Data? {
    var piece = Data(count: 65_536)
    let offset = offset.withLock { $0 }
    switch piece.withUnsafeMutableBytes({ ahead.take(into: $0, at: offset) }) {
    // A short piece is copied, so that whoever keeps it doesn't keep all of the room.
    case .bytes(let count):
      return count < 32_768 ? piece.prefix(count).withUnsafeBytes { Data($0) } : piece.prefix(count)
    case .failed(let error): throw error
    case .notYet: return nil
    }
  }
}

extension RequestBody {
  /// Returns the body with a stream in place of a file that may block, such as a named pipe.
  fileprivate func readable() throws -> RequestBody {
    guard case .file(let url) = content, try !OpenFile.isRegular(url) else { return self }
    return RequestBody(BodyStream(length: nil) { InputStream(url: url) ?? InputStream(data: Data()) })
  }
}
