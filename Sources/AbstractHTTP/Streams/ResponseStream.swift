public import Foundation

/// The body of a response while it arrives: pieces of data, read once, by one reader, as fast as the reader wants.
///
/// ```swift
/// let stream = try await HTTP("https://example.com/movies/1").asStream().value
/// for try await piece in stream { try file.write(contentsOf: piece) }
/// ```
///
/// At most 256 KiB wait in memory; then the transfer is held until the reader has taken them. How the bytes are cut into pieces
/// has no meaning. Letting go of the stream, or of its iterator as `break` does, stops the transfer. So does cancelling the task that waits for
/// a piece.
///
/// Reading fails with `.network` if the transfer does, after the pieces that came before; with `.cancelled` if the connection is
/// cancelled or restarted; and with ``StreamConsumed`` for a second reader. The error carries the ``head``.
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
  /// Waits for the end of the transfer, so read the stream to its end first, or at the same time. Fails as reading does.
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

  /// Ends the stream with `.cancelled` for its reader, and stops the transfer. Does nothing once all of it has arrived.
  public func cancel() { buffer.cancel() }

  /// Returns the stream with its pieces changed as they are read: a checksum, a decryption.
  ///
  /// ```swift
  /// response.stream = response.stream?.map { piece in cipher.decrypt(piece) }
  /// ```
  ///
  /// The returned stream and this one share their one reader.
  ///
  /// - Parameter transform: Returns what is read in place of a piece, possibly nothing. Called in the reader's task, one piece after the
  ///   other. What it throws ends the stream with `.parse`, and stops the transfer.
  public func map(_ transform: @escaping @Sendable (Data) throws -> Data) -> ResponseStream {
    ResponseStream(StreamSource(source, mappedBy: transform), head: head)
  }

  /// Creates the iterator of the one reader.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  func failure(_ error: any Error) -> ConnectionError {
    ConnectionError(.network, thrown: error).carrying(head.request, head)
  }
}

extension ResponseStream {
  /// Reads a stream; letting go of it stops the transfer.
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

  /// Stops the transfer when its iterator is gone.
  private final class Reading: Sendable {
    private let buffer: StreamBuffer

    init(_ buffer: StreamBuffer) { self.buffer = buffer }

    deinit { buffer.cancel() }
  }
}

/// What a response holds of its stream.
final class StreamSource: StreamedBody {
  let buffer: StreamBuffer
  /// Creates what undoes the content codings of the pieces.
  let decoder: (@Sendable () throws -> any PieceDecoder)?
  let transform: (@Sendable (Data) throws -> Data)?
  private let base: StreamSource?
  private let isOwner: Bool

  /// - Parameter isOwner: Whether letting go of this stops a transfer that nobody reads.
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
