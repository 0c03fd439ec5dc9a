public import Foundation

extension BodyStream {
  /// Creates a stream that a closure writes while it is sent.
  ///
  /// ```swift
  /// let body = BodyStream { writer in
  ///   for row in table { try await writer.write(row.csv) }
  /// }
  /// let response = try await HTTP(url).httpMethod(.put).body(RequestBody(body, contentType: "text/csv")).fetchResponse().value
  /// ```
  ///
  /// The body ends when the closure returns, or with ``BodyWriter/finish(trailers:)``. The closure runs only as fast as
  /// the server reads: a `write` waits while 64 KiB are unsent. If the rest isn't needed, because the request was
  /// cancelled or the server has already responded, the closure's task is cancelled, and `write` throws. The time spent
  /// waiting for the closure doesn't count as idle time.
  ///
  /// - Parameters:
  ///   - knownLength: The number of bytes that the closure writes; `nil`, the default, if it isn't known. The last byte
  ///     is sent when the closure has finished.
  ///   - replay: Pass `.once` if the closure can't be called again. Defaults to `.fromStart`.
  ///   - hasTrailers: Whether fields may follow the body: see ``RequestBody/trailers(_:)``. `false` by default.
  ///   - write: Writes the body. Called in a task of the library's pool each time the body is sent. If it throws an
  ///     error, the request fails with `.network`.
  public init(
    knownLength: Int64? = nil,
    replay: BodyReplay = .fromStart,
    hasTrailers: Bool = false,
    _ write: @escaping @Sendable (_ writer: BodyWriter) async throws -> Void
  ) {
    let origin = WrittenOrigin { _, writer in try await write(writer) }
    self.init(origin, length: knownLength, replay: min(replay, .fromStart), hasTrailers: hasTrailers)
  }

  /// Creates a stream that a closure can write from any offset.
  ///
  /// ```swift
  /// BodyStream.seekable(knownLength: film.size) { offset, writer in
  ///   for try await piece in film.pieces(from: offset) { try await writer.write(piece) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - knownLength: The total number of bytes; `nil`, the default, if it isn't known.
  ///   - hasTrailers: Whether fields may follow the body. Defaults to `false`.
  ///   - write: Writes the body from an offset, as in ``init(knownLength:replay:hasTrailers:_:)``.
  public static func seekable(
    knownLength: Int64? = nil,
    hasTrailers: Bool = false,
    _ write: @escaping @Sendable (_ offset: Int64, _ writer: BodyWriter) async throws -> Void
  ) -> BodyStream {
    BodyStream(WrittenOrigin(write), length: knownLength, replay: .fromAnyOffset, hasTrailers: hasTrailers)
  }

  /// Creates a stream from a sequence of pieces, which is read at most one element ahead of the sender.
  ///
  /// ```swift
  /// let download = try await HTTP(source).fetchStream().value
  /// let copy = RequestBody(BodyStream(download, knownLength: length))
  /// ```
  ///
  /// - Parameters:
  ///   - pieces: The pieces, in order. If the sequence throws an error, the request fails with `.network`.
  ///   - knownLength: The total number of bytes; `nil`, the default, if it isn't known.
  ///   - replay: Pass `.fromStart` if the sequence can be iterated more than once. Defaults to `.once`.
  public init<Pieces: AsyncSequence & Sendable>(
    _ pieces: Pieces,
    knownLength: Int64? = nil,
    replay: BodyReplay = .once
  ) where Pieces.Element == Data {
    let origin = WrittenOrigin { _, writer in
      for try await piece in pieces { try await writer.write(piece, whileFewerThan: 1) }
    }
    self.init(origin, length: knownLength, replay: min(replay, .fromStart))
  }

  /// Creates a stream and its writer, for code with callbacks or in another part of the program.
  ///
  /// ```swift
  /// let (body, writer) = BodyStream.pipe()
  /// let upload = HTTP(url).httpMethod(.post).body(RequestBody(body)).fetchString()
  /// try await writer.write(recording)
  /// try await writer.finish()
  /// ```
  ///
  /// The body can be sent once. A `write` waits while 64 KiB are unsent, and throws `.cancelled` after the call has
  /// ended or the body was released.
  ///
  /// - Parameters:
  ///   - knownLength: The number of bytes to write; `nil`, the default, if it isn't known.
  ///   - hasTrailers: Whether fields may follow the body: see ``RequestBody/trailers(_:)``. `false` by default.
  public static func pipe(
    knownLength: Int64? = nil,
    hasTrailers: Bool = false
  ) -> (body: BodyStream, writer: BodyWriter) {
    let origin = PipedOrigin()
    let sender = BodySender(origin.buffer, length: knownLength, hasTrailers: hasTrailers)
    let body = BodyStream(origin, length: knownLength, replay: .once, hasTrailers: hasTrailers)
    return (body, BodyWriter(sender: sender))
  }
}
