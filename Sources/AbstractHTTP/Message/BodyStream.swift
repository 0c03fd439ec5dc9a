public import Foundation
import Synchronization

/// Bytes that come from an `InputStream` while they are sent: so many as are declared, no fewer and no more.
///
/// ```swift
/// BodyStream(length: size) { InputStream(url: film) ?? InputStream(data: Data()) }   // can be sent again
/// BodyStream(once: stream, length: size)                                             // cannot
/// ```
///
/// The stream is opened, read and closed by the transport, on a thread that it may block. One that gives fewer bytes than
/// were declared, or more, fails the exchange with `URLError.requestBodyStreamExhausted` before the last byte is sent; one
/// that gives nothing for longer than the connector's timeout, with `.timedOut`. A stream of 0 bytes is not opened.
///
/// Two are equal if one is a copy of the other.
public struct BodyStream: Sendable, Hashable {
  /// How many bytes the stream gives.
  public let length: Int64

  /// Whether it can be read a second time, for a redirect or a retry.
  public let isReplayable: Bool

  private let source: Source

  /// Makes a stream that is opened anew whenever the body is sent.
  ///
  /// - Parameters:
  ///   - length: How many bytes it gives.
  ///   - open: Makes the stream, not opened yet. Called from any thread. What it throws fails the exchange.
  public init(length: Int64, _ open: @escaping @Sendable () throws -> InputStream) {
    self.length = length
    isReplayable = true
    source = Source(open: open)
  }

  /// Takes a stream that can be read only once: a second sending fails with `URLError.requestBodyStreamExhausted`.
  public init(once stream: sending InputStream, length: Int64) {
    self.length = length
    isReplayable = false
    let single = SingleStream(stream)
    source = Source { try single.take() }
  }

  func open() throws -> InputStream { try source.open() }

  /// Compares identities.
  public static func == (one: BodyStream, other: BodyStream) -> Bool {
    one.source === other.source
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }

  private final class Source: Sendable {
    let open: @Sendable () throws -> InputStream

    init(open: @escaping @Sendable () throws -> InputStream) { self.open = open }
  }
}

/// A stream that is handed out once.
private final class SingleStream: Sendable {
  // NB: `InputStream` is not Sendable. Whoever gave it away has lost it (`sending`), and one taker gets it.
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
