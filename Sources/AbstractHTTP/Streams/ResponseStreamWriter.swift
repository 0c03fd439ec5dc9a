public import Foundation

extension ResponseStream {
  /// Creates a stream, and what writes to it: for stubs, tests, and connectors of your own.
  ///
  /// ```swift
  /// let (stream, writer) = ResponseStream.make()
  /// Task {
  ///   for line in lines { try await writer.write(Data(line.utf8)) }
  ///   writer.finish()
  /// }
  /// let response = Response(headers: ["Content-Type": "text/plain"], stream: stream)
  /// ```
  ///
  /// - Parameter head: The response that the stream belongs to, for errors; ``Response/init(statusCode:headers:stream:url:)``
  ///   takes the stream for another.
  public static func make(head: Response = Response()) -> (stream: ResponseStream, writer: ResponseStreamWriter) {
    let buffer = StreamBuffer()
    return (ResponseStream(StreamSource(buffer), head: head), ResponseStreamWriter(buffer))
  }

  /// The stream of a body that is here already.
  static func make(of data: Data, trailers: HTTPHeaders?, head: Response) -> ResponseStream {
    let buffer = StreamBuffer()
    _ = data.withUnsafeBytes { buffer.push($0) }
    buffer.finish(.success(trailers))
    return ResponseStream(StreamSource(buffer), head: head)
  }
}

/// Writes the body of a response while a ``ResponseStream`` is read.
///
/// A stream whose writers are all let go before it is finished fails with ``DroppedWriter``.
public struct ResponseStreamWriter: Sendable {
  private let sender: Sender

  fileprivate init(_ buffer: StreamBuffer) { sender = Sender(buffer) }

  /// Passes data to the reader. Waits while 256 KiB wait for the reader already; after ``finish(trailers:)`` it does nothing.
  ///
  /// - Throws: `.cancelled` if the reader has let go, the stream was cancelled, or the task is; the error of ``fail(_:)`` if the
  ///   stream has failed.
  public func write(_ data: Data) async throws(ConnectionError) {
    while try sender.isWanted(), !data.withUnsafeBytes({ sender.buffer.append($0) }) {
      await sender.buffer.awaitRoom()
      if Task.isCancelled { throw ConnectionError(.cancelled, nativeError: CancellationError()) }
    }
  }

  /// Ends the stream; what comes later is ignored.
  ///
  /// - Parameter trailers: The fields after the body; none by default.
  public func finish(trailers: HTTPHeaders? = nil) { sender.buffer.finish(.success(trailers)) }

  /// Ends the stream with an error, which the reader gets after what was written before.
  public func fail(_ error: any Error) { sender.buffer.finish(.failure(error)) }

  /// Has something done once the reader lets go or the stream is cancelled, on the thread where that happens, or here if it
  /// has happened already.
  public func onCancel(_ stop: @escaping @Sendable () -> Void) { sender.buffer.atStop(stop) }
}

/// The writers of a stream were let go before the stream was finished.
public struct DroppedWriter: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String { "the writer of the stream was let go before the stream was finished" }
}

/// Fails its stream when it's gone.
private final class Sender: Sendable {
  let buffer: StreamBuffer

  init(_ buffer: StreamBuffer) { self.buffer = buffer }

  deinit { buffer.finish(.failure(DroppedWriter())) }

  /// - Throws: Why nobody reads what is written.
  func isWanted() throws(ConnectionError) -> Bool {
    if case .failure(let error)? = buffer.outcome { throw ConnectionError(.network, thrown: error) }
    return buffer.isOpen
  }
}
