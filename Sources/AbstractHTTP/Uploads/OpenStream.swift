import Foundation

/// A stream of a body that is being sent.
struct OpenStream: Sendable {
  let buffer: BodyBuffer
  /// Whether code without a time limit writes the stream.
  let isWritten: Bool
  /// Starts to produce bytes, once the sender waits for them.
  let begin: @Sendable () -> Void
  private let cancel: @Sendable () -> Void

  init(
    _ buffer: BodyBuffer,
    isWritten: Bool,
    begin: @escaping @Sendable () -> Void = {},
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    self.buffer = buffer
    self.isWritten = isWritten
    self.begin = begin
    self.cancel = cancel
  }

  /// Stops the source of the bytes. Called on a thread that may run the caller's code.
  func stop() {
    buffer.stop()
    cancel()
  }
}

/// An origin that writes its bytes to a buffer.
protocol OpenableOrigin: BodyOrigin {
  /// Opens a stream at an offset.
  ///
  /// - Parameter ready: Called once bytes are available again.
  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream
}
