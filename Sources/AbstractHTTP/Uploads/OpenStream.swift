import Foundation

/// A stream of a body while it is sent.
struct OpenStream: Sendable {
  let buffer: BodyBuffer
  /// Whether it may take its time: whoever writes it is code, which isn't timed.
  let isWritten: Bool
  private let cancel: @Sendable () -> Void

  init(_ buffer: BodyBuffer, isWritten: Bool, cancel: @escaping @Sendable () -> Void = {}) {
    self.buffer = buffer
    self.isWritten = isWritten
    self.cancel = cancel
  }

  /// Ends what gives the bytes. On a thread that may run the user's code.
  func stop() {
    buffer.stop()
    cancel()
  }
}

/// An origin that gives its bytes to a buffer.
protocol OpenableOrigin: BodyOrigin {
  /// Begins to give bytes.
  ///
  /// - Parameter ready: Called once there is something again, after nothing was there.
  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream
}
