public import Foundation

extension Promise where Progress == TransferProgress, Value == ResponseStream, Failure == ConnectionError {
  /// Reads the stream in pieces, without `await`.
  ///
  /// ```swift
  /// HTTP("https://example.com/movies/1").fetchStream().forEach { piece in hash.update(piece) }.success { print(hash.value) }
  /// ```
  ///
  /// - Parameter take: Called with each piece in order, on a thread of the library's pool, which it may block. The
  ///   transfer is held meanwhile.
  /// - Returns: A promise that is fulfilled at the end of the stream, and fails if reading does. Cancelling it stops
  ///   the transfer.
  @discardableResult
  public func forEach(_ take: @escaping @Sendable (Data) -> Void) -> Promise<TransferProgress, Void, ConnectionError> {
    success { stream in
      Promise<TransferProgress, Void, ConnectionError> { () async throws(ConnectionError) in
        for try await piece in stream { take(piece) }
      }
    }
  }
}
