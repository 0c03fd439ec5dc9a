public import Foundation
import Synchronization

/// A stream of bytes that a closure, a sequence, a pipe, or an `InputStream` produces while they are sent.
///
/// ```swift
/// BodyStream { writer in                                                             // of any length
///   for try await frame in camera.frames { try await writer.write(frame.jpeg) }
/// }
/// BodyStream(frames)                                                                 // an AsyncSequence of Data
/// BodyStream(length: size) { InputStream(url: film) ?? InputStream(data: Data()) }
/// ```
///
/// A stream of unknown ``length`` is sent in chunks over HTTP/1.1, and in frames over HTTP/2. A stream of known length
/// must produce exactly that many bytes. Otherwise, the exchange fails with `URLError.requestBodyStreamExhausted`
/// before the last byte is sent. A stream of 0 bytes isn't opened.
///
/// The transport opens, reads, and closes an `InputStream` on a thread that it may block. If the stream returns nothing
/// for longer than the connector's timeout, the exchange fails with `.timedOut`. The timeout doesn't apply to closures,
/// sequences, and pipes.
///
/// Two streams are equal if one is a copy of the other.
public struct BodyStream: Sendable, Hashable {
  /// The length in bytes; `nil` if it isn't known.
  public let length: Int64?

  /// How the stream can be sent again, by a redirect or a retry.
  public let replay: BodyReplay

  /// Whether trailers may follow the bytes: see ``BodyWriter/finish(trailers:)``.
  public let hasTrailers: Bool

  let origin: any BodyOrigin

  init(_ origin: any BodyOrigin, length: Int64?, replay: BodyReplay, hasTrailers: Bool = false) {
    self.origin = origin
    self.length = length
    self.replay = replay
    self.hasTrailers = hasTrailers
  }

  /// Creates a stream from an `InputStream` that is reopened each time the body is sent.
  ///
  /// - Parameters:
  ///   - length: How many bytes it gives; `nil` if that isn't known.
  ///   - open: Creates the unopened stream. Called from any thread. If it throws an error, the exchange fails.
  public init(length: Int64?, _ open: @escaping @Sendable () throws -> InputStream) {
    self.init(InputOrigin(open: open), length: length, replay: .fromStart)
  }

  /// Creates a stream from an `InputStream` that can be read only once. Sending it again fails with
  /// `URLError.requestBodyStreamExhausted`.
  ///
  /// - Parameters:
  ///   - stream: The unopened stream.
  ///   - length: How many bytes it gives; `nil` if that isn't known.
  public init(once stream: sending InputStream, length: Int64?) {
    let single = SingleStream(stream)
    self.init(InputOrigin { try single.take() }, length: length, replay: .once)
  }

  /// Opens the stream, if it comes from an `InputStream`; `nil` otherwise.
  func open() throws -> InputStream? { try (origin as? InputOrigin)?.open() }

  /// Compares identities.
  public static func == (one: BodyStream, other: BodyStream) -> Bool { one.origin === other.origin }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(origin)) }

  /// A description of the length.
  var size: String { length.map { "\($0) bytes" } ?? "unknown length" }
}

/// How a body can be sent again.
public enum BodyReplay: Sendable, Hashable, Comparable {
  /// It can't be sent again, because its bytes can be read only once.
  case once
  /// It can be sent again from its first byte.
  case fromStart
  /// It can be sent again from any offset, without reading the bytes before it.
  case fromAnyOffset
}

/// The source of the bytes of a ``BodyStream``.
protocol BodyOrigin: AnyObject, Sendable {
  /// Stops waiting for the body to be sent, because it won't be sent.
  func abandon()
}

/// An `InputStream` that is reopened each time it is sent.
final class InputOrigin: BodyOrigin {
  let open: @Sendable () throws -> InputStream

  init(open: @escaping @Sendable () throws -> InputStream) { self.open = open }

  func abandon() {}
}

/// A stream that is handed out once.
private final class SingleStream: Sendable {
  // NB: `InputStream` isn't Sendable. The caller has given it up (`sending`), and only one reader receives it.
  private nonisolated(unsafe) let stream: InputStream
  private let isTaken = Atomic(false)

  init(_ stream: sending InputStream) { self.stream = stream }

  func take() throws(URLError) -> InputStream {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      throw URLError(.requestBodyStreamExhausted, "the stream can be read only once, and has been")
    }
    return stream
  }
}
