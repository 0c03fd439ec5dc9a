import Foundation
import Synchronization

/// A pipe, whose writer exists before its body is sent.
final class PipedOrigin: OpenableOrigin {
  let buffer = BodyBuffer()
  private let use = SingleUse()

  deinit { buffer.stop() }

  func abandon() { buffer.stop() }

  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream {
    try use.begin()
    buffer.connect(skipping: place, ready: ready)
    return OpenStream(buffer, isWritten: true)
  }
}

/// Ensures that a body is read only once.
final class SingleUse: Sendable {
  private let isTaken = Atomic(false)

  func begin() throws(URLError) {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      throw URLError(.requestBodyStreamExhausted, "the stream can be read only once, and has been")
    }
  }
}
