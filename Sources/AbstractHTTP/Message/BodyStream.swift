public import Foundation
import Synchronization

/// Bytes that are given while they are sent, by a closure, a sequence, a pipe, or an `InputStream`.
///
/// ```swift
/// BodyStream { writer in                                                             // of any length
///   for try await frame in camera.frames { try await writer.write(frame.jpeg) }
/// }
/// BodyStream(frames)                                                                 // an AsyncSequence of Data
/// BodyStream(length: size) { InputStream(url: film) ?? InputStream(data: Data()) }
/// ```
///
/// A stream whose ``length`` isn't known travels in chunks over HTTP/1.1, and in frames over HTTP/2. One whose length is known has to
/// keep to it: giving fewer bytes, or more, fails the exchange with `URLError.requestBodyStreamExhausted` before the last
/// byte is sent. A stream of 0 bytes isn't opened.
///
/// The transport opens, reads, and closes an `InputStream` on a thread that it may block. One that gives nothing for longer than the
/// connector's timeout fails with `.timedOut`. A closure, a sequence, or a pipe may take its time.
///
/// Two are equal if one is a copy of the other.
public struct BodyStream: Sendable, Hashable {
  /// How many bytes the stream gives; `nil` if that isn't known.
  public let length: Int64?

  /// How it can be sent a second time, by a redirect or a retry.
  public let replay: BodyReplay

  /// Whether fields may follow the bytes: see ``BodyWriter/finish(trailers:)``.
  public let hasTrailers: Bool

  let origin: any BodyOrigin

  init(_ origin: any BodyOrigin, length: Int64?, replay: BodyReplay, hasTrailers: Bool = false) {
    self.origin = origin
    self.length = length
    self.replay = replay
    self.hasTrailers = hasTrailers
  }

  /// Creates a body from an `InputStream` that is opened again whenever the body is sent.
  ///
  /// - Parameters:
  ///   - length: How many bytes it gives; `nil` if that isn't known.
  ///   - open: Creates the stream, not opened yet. Called from any thread. Its error fails the exchange.
  public init(length: Int64?, _ open: @escaping @Sendable () throws -> InputStream) {
    self.init(InputOrigin(open: open), length: length, replay: .fromStart)
  }

  /// Takes an `InputStream` that can be read only once: a second sending fails with `URLError.requestBodyStreamExhausted`.
  ///
  /// - Parameters:
  ///   - stream: The stream, not opened yet.
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

  /// The length in words.
  var size: String { length.map { "\($0) bytes" } ?? "unknown length" }
}

/// How a body can be sent a second time.
public enum BodyReplay: Sendable, Hashable, Comparable {
  /// It can't: its bytes can be read only once.
  case once
  /// From its first byte.
  case fromStart
  /// From any of its bytes, without those before.
  case fromAnyOffset
}

/// The source of the bytes of a ``BodyStream``.
protocol BodyOrigin: AnyObject, Sendable {
  /// Ends the waiting for the body to be sent, which it isn't any more.
  func abandon()
}

/// An `InputStream`, opened again whenever it is sent.
final class InputOrigin: BodyOrigin {
  let open: @Sendable () throws -> InputStream

  init(open: @escaping @Sendable () throws -> InputStream) { self.open = open }

  func abandon() {}
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
