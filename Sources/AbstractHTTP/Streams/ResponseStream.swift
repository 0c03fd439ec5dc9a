public import Foundation

/// The body of a response while it arrives. A single reader can read its pieces once, at its own pace.
///
/// ```swift
/// let stream = try await HTTP("https://example.com/movies/1").asStream().value
/// for try await piece in stream { try file.write(contentsOf: piece) }
/// ```
///
/// At most 256 KiB are buffered in memory. Then, the transfer is paused until the reader has taken them. The boundaries
/// between pieces have no meaning. Releasing the stream or its iterator, as `break` does, stops the transfer. So does
/// cancelling the task that waits for a piece.
///
/// If the transfer fails, reading fails with `.network` after the pieces that arrived before. If the connection is
/// cancelled or restarted, reading fails with `.cancelled`. A second reader fails with ``StreamConsumed``. The error
/// contains the ``head``.
public struct ResponseStream: AsyncSequence, Sendable {
  /// The response without its body.
  public let head: Response

  let source: StreamSource

  init(_ source: StreamSource, head: Response) {
    self.source = source
    self.head = head
  }

  var buffer: StreamBuffer { source.buffer }

  /// The fields after the body (RFC 9110 §6.5); `nil` if there are none.
  ///
  /// The property waits for the end of the transfer, so read the stream to its end first, or concurrently. It fails
  /// with the same errors as reading.
  public var trailers: HTTPHeaders? {
    get async throws(ConnectionError) {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in buffer.atEnd { waiter.resume() } }
      } onCancel: {
        buffer.cancel()
      }
      guard case .failure(let error)? = buffer.outcome else { return try? buffer.outcome?.get() }
      throw failure(error)
    }
  }

  /// Ends the stream with `.cancelled` for its reader, and stops the transfer. Does nothing if the body has arrived
  /// completely.
  public func cancel() { buffer.cancel() }

  /// Returns a stream that transforms each piece as it is read, for example to decrypt it.
  ///
  /// ```swift
  /// response.stream = response.stream?.map { piece in cipher.decrypt(piece) }
  /// ```
  ///
  /// The returned stream and this stream share a single reader.
  ///
  /// - Parameter transform: Returns the data to read in place of a piece, which may be empty. Called in the reader's
  ///   task, one piece at a time. If it throws an error, the stream ends with `.parse`, and the transfer stops.
  public func map(_ transform: @escaping @Sendable (Data) throws -> Data) -> ResponseStream {
    ResponseStream(StreamSource(source, mappedBy: transform), head: head)
  }

  /// Creates the iterator of the only reader.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  func failure(_ error: any Error) -> ConnectionError {
    ConnectionError(.network, thrown: error).carrying(head.request, head)
  }
}

extension ResponseStream {
  /// Reads a stream. Releasing the iterator stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let stream: ResponseStream
    private var pieces: StreamPieces
    /// `nil` for a second reader.
    private let reading: Reading?

    fileprivate init(_ stream: ResponseStream) {
      self.stream = stream
      pieces = StreamPieces(stream.source)
      reading = stream.buffer.claim() ? Reading(stream.buffer) : nil
    }

    /// Waits for the next piece.
    ///
    /// - Returns: The piece; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> Data? { try await next(isolation: nil) }

    /// Waits for the next piece.
    ///
    /// - Returns: The piece; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Data? {
      guard reading != nil else { throw stream.failure(StreamConsumed()) }
      do {
        return try await pieces.next(isolation: actor)
      } catch {
        let failure = stream.failure(error)
        stream.buffer.stop(failure)
        throw failure
      }
    }
  }

  /// Stops the transfer when its iterator is released.
  private final class Reading: Sendable {
    private let buffer: StreamBuffer

    init(_ buffer: StreamBuffer) { self.buffer = buffer }

    deinit { buffer.cancel() }
  }
}

/// The source of a response's stream.
final class StreamSource: StreamedBody {
  let buffer: StreamBuffer
  /// Creates the decoder of the content codings.
  let decoder: (@Sendable () throws -> any PieceDecoder)?
  let transform: (@Sendable (Data) throws -> Data)?
  private let base: StreamSource?
  private let isOwner: Bool

  /// - Parameter isOwner: Whether releasing the source stops a transfer without a reader.
  init(_ buffer: StreamBuffer, decoder: (@Sendable () throws -> any PieceDecoder)? = nil, isOwner: Bool = true) {
    self.buffer = buffer
    self.decoder = decoder
    self.isOwner = isOwner
    (transform, base) = (nil, nil)
  }

  init(_ base: StreamSource, mappedBy transform: @escaping @Sendable (Data) throws -> Data) {
    buffer = base.buffer
    decoder = base.decoder
    self.base = base
    isOwner = false
    self.transform = base.transform.map { first in { @Sendable in try transform(first($0)) } } ?? transform
  }

  deinit { if isOwner { buffer.release() } }
}
