public import Foundation

extension ResponseStream {
  /// Creates a stream and its writer, for stubs, tests, and custom connectors.
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
  /// - Parameter head: The response to report in errors. ``Response/init(statusCode:headers:stream:url:)`` replaces it.
  public static func make(head: Response = Response()) -> (stream: ResponseStream, writer: ResponseStreamWriter) {
    let buffer = StreamBuffer()
    return (ResponseStream(StreamSource(buffer), head: head), ResponseStreamWriter(buffer))
  }

  /// Creates the stream of a complete body.
  static func make(of data: Data, trailers: HTTPHeaders?, head: Response) -> ResponseStream {
    let buffer = StreamBuffer()
    _ = data.withUnsafeBytes { buffer.push($0) }
    buffer.finish(.success(trailers))
    return ResponseStream(StreamSource(buffer), head: head)
  }
}

/// Writes the body of a response while a ``ResponseStream`` is read.
///
/// If all writers are released before the stream is finished, it fails with ``DroppedWriter``.
public struct ResponseStreamWriter: Sendable {
  private let sender: Sender

  fileprivate init(_ buffer: StreamBuffer) { sender = Sender(buffer) }

  /// Passes data to the reader. Waits while 256 KiB are unread. After ``finish(trailers:)``, it does nothing.
  ///
  /// - Throws: `.cancelled` if the reader was released, or the stream or the task was cancelled. If the stream has
  ///   failed, the error of ``fail(_:)``.
  public func write(_ data: Data) async throws(ConnectionError) {
    while try sender.isWanted(), !data.withUnsafeBytes({ sender.buffer.append($0) }) {
      await sender.buffer.awaitRoom()
      if Task.isCancelled { throw ConnectionError(.cancelled, nativeError: CancellationError()) }
    }
  }

  /// Ends the stream. Later calls are ignored.
  ///
  /// - Parameter trailers: The fields after the body. Defaults to `nil`.
  public func finish(trailers: HTTPHeaders? = nil) { sender.buffer.finish(.success(trailers)) }

  /// Ends the stream with an error, which the reader receives after the data that was written before.
  public func fail(_ error: any Error) { sender.buffer.finish(.failure(error)) }

  /// Calls a closure when the reader is released or the stream is cancelled, on that thread. If this has already
  /// happened, calls it immediately on the current thread.
  ///
  /// - Parameter stop: Stops producing data. It may be called on any thread.
  public func onCancel(_ stop: @escaping @Sendable () -> Void) { sender.buffer.atStop(stop) }
}

/// The writers of a stream were released before the stream was finished.
public struct DroppedWriter: Error, Hashable, CustomStringConvertible {
  /// A description of the problem.
  public var description: String { "the writer of the stream was let go before the stream was finished" }
}

/// Fails its stream when it is released.
private final class Sender: Sendable {
  let buffer: StreamBuffer

  init(_ buffer: StreamBuffer) { self.buffer = buffer }

  deinit { buffer.finish(.failure(DroppedWriter())) }

  /// - Throws: The reason why the data won't be read.
  func isWanted() throws(ConnectionError) -> Bool {
    if case .failure(let error)? = buffer.outcome { throw ConnectionError(.network, thrown: error) }
    return buffer.isOpen
  }
}
