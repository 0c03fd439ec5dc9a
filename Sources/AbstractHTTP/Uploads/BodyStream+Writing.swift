public import Foundation

extension BodyStream {
  /// Creates a body that a closure writes while it is sent.
  ///
  /// ```swift
  /// let body = BodyStream { writer in
  ///   for row in table { try await writer.write(row.csv) }
  /// }
  /// let response = try await HTTP(url).httpMethod(.put).body(RequestBody(body, contentType: "text/csv")).fetchResponse().value
  /// ```
  ///
  /// The body ends when the closure returns, or with ``BodyWriter/finish(trailers:)``. The closure is as fast as the server reads: a `write` waits
  /// while 64 KiB are unsent. When the rest isn't wanted, because the request was cancelled or the server has answered, its task is cancelled and
  /// `write` throws. The time for which the closure is waited for doesn't count as idle.
  ///
  /// - Parameters:
  ///   - knownLength: How many bytes the closure writes; `nil`, the default, if that isn't known. The last of them leaves when the closure
  ///     is finished.
  ///   - replay: `.once` if the closure can't be called a second time; `.fromStart` by default.
  ///   - hasTrailers: Whether fields may follow the body: see ``RequestBody/trailers(_:)``. `false` by default.
  ///   - write: Writes the body. Called in a task of the library's pool each time the body is sent. Its error fails the request
  ///     with `.network`.
  public init(
    knownLength: Int64? = nil,
    replay: BodyReplay = .fromStart,
    hasTrailers: Bool = false,
    _ write: @escaping @Sendable (_ writer: BodyWriter) async throws -> Void
  ) {
    let origin = WrittenOrigin { _, writer in try await write(writer) }
    self.init(origin, length: knownLength, replay: min(replay, .fromStart), hasTrailers: hasTrailers)
  }

  /// Creates a body that a closure writes from any of its bytes on.
  ///
  /// ```swift
  /// BodyStream.seekable(knownLength: film.size) { offset, writer in
  ///   for try await piece in film.pieces(from: offset) { try await writer.write(piece) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - knownLength: How many bytes there are from the first on; `nil`, the default, if that isn't known.
  ///   - hasTrailers: Whether fields may follow the body. `false` by default.
  ///   - write: Writes the body from an offset on, as in ``init(knownLength:replay:hasTrailers:_:)``.
  public static func seekable(
    knownLength: Int64? = nil,
    hasTrailers: Bool = false,
    _ write: @escaping @Sendable (_ offset: Int64, _ writer: BodyWriter) async throws -> Void
  ) -> BodyStream {
    BodyStream(WrittenOrigin(write), length: knownLength, replay: .fromAnyOffset, hasTrailers: hasTrailers)
  }

  /// Creates a body from a sequence of pieces, which is never more than one element ahead of the sender.
  ///
  /// ```swift
  /// let download = try await HTTP(source).fetchStream().value
  /// let copy = RequestBody(BodyStream(download, knownLength: length))
  /// ```
  ///
  /// - Parameters:
  ///   - pieces: The pieces, in order. An error of theirs fails the request with `.network`.
  ///   - knownLength: How many bytes they have; `nil`, the default, if that isn't known.
  ///   - replay: `.fromStart` if the sequence can be iterated more than once; `.once` by default.
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

  /// Creates a body, and what writes it: for code that calls back, or that lives elsewhere.
  ///
  /// ```swift
  /// let (body, writer) = BodyStream.pipe()
  /// let upload = HTTP(url).httpMethod(.post).body(RequestBody(body)).fetchString()
  /// try await writer.write(recording)
  /// try await writer.finish()
  /// ```
  ///
  /// The body can be sent once. A `write` waits while 64 KiB are unsent, and throws `.cancelled` when the call that carries the body is over, or the body is let
  /// go.
  ///
  /// - Parameters:
  ///   - knownLength: How many bytes will be written; `nil`, the default, if that isn't known.
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
