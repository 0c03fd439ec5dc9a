public import Foundation

extension ResponseStream {
  /// Reads the stream to its end.
  ///
  /// - Parameter limit: The maximum number of bytes. A longer body stops the transfer, and fails with `.parse` and
  ///   ``StreamTooLong``.
  /// - Returns: The joined pieces.
  public func collect(upTo limit: Int) async throws(ConnectionError) -> Data {
    var data = Data()
    for try await piece in self {
      guard piece.count <= limit - data.count else {
        throw ConnectionError(.parse, nativeError: StreamTooLong(limit: limit)).carrying(head.request, head)
      }
      data.append(piece)
    }
    return data
  }

  /// Reads the beginning of the stream, and stops the transfer if more follows.
  func prefix(_ limit: Int) async throws(ConnectionError) -> Data {
    var data = Data()
    for try await piece in self {
      data.append(piece.prefix(limit - data.count))
      if data.count == limit { break }
    }
    return data
  }

  /// The bytes one by one.
  public var bytes: ResponseBytes { ResponseBytes(stream: self) }
}

/// The body of a streamed response exceeds the reader's limit.
public struct StreamTooLong: Error, Hashable, CustomStringConvertible {
  /// The maximum number of bytes.
  public let limit: Int

  /// A description of the problem.
  public var description: String { "the body is longer than \(limit) bytes" }
}

/// The bytes of a ``ResponseStream``.
public struct ResponseBytes: AsyncSequence, Sendable {
  let stream: ResponseStream

  /// Creates the iterator of the only reader.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: stream.makeAsyncIterator()) }

  /// Reads a stream byte by byte. Releasing the iterator stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pieces: ResponseStream.AsyncIterator
    private var piece = Data()
    private var place = 0

    fileprivate init(pieces: ResponseStream.AsyncIterator) { self.pieces = pieces }

    /// Returns the next byte, and waits for it if none is here; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> UInt8? { try await next(isolation: nil) }

    /// Returns the next byte, and waits for it if none is here; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> UInt8? {
      if place == piece.endIndex {
        guard let next = try await pieces.next(isolation: actor) else { return nil }
        (piece, place) = (next, next.startIndex)
      }
      defer { place += 1 }
      return piece[place]
    }
  }
}
