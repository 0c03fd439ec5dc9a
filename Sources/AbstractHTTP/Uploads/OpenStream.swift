import Foundation

/// A stream of a body while it is sent.
struct OpenStream: Sendable {
  let buffer: BodyBuffer
  /// Whether code writes it, whose time isn't limited.
  let isWritten: Bool
  /// Begins to give bytes, once the sender waits for them.
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

  /// Ends the source of the bytes. On a thread that may run the user's code.
  func stop() {
    buffer.stop()
    cancel()
  }
}

/// An origin that gives its bytes to a buffer.
protocol OpenableOrigin: BodyOrigin {
  /// Opens a stream from a place on.
  ///
  /// - Parameter ready: Called once there is something again, after nothing was there.
  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream
}
