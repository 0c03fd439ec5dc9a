public import Foundation

extension Reply {
  /// One step of a reply: bytes, a pause, or the end of the connection.
  ///
  /// A string literal sends its UTF-8 bytes.
  ///
  /// ```swift
  /// server.on(.get, "/slow", .chunked(["one ", .delay(.seconds(1), on: clock), "two ", .gate(gate), "three"]))
  /// server.on(.get, "/broken", .raw(["HTTP/1.1 200 O", .reset]))
  /// ```
  public struct Part: Sendable {
    enum Step: Sendable {
      case bytes(Data)
      case repeated(Data)
      case pause(@Sendable () async throws -> Void)
      case silence
      case close
      case reset
      /// The parts of a reply that a closure makes.
      case reply(@Sendable () async -> Reply, ReceivedRequest)
    }

    let step: Step

    /// Sends bytes.
    public static func data(_ data: Data) -> Self { Self(step: .bytes(data)) }

    /// Sends a text as UTF-8.
    public static func text(_ text: String) -> Self { Self(step: .bytes(Data(text.utf8))) }

    /// Sends the same bytes repeatedly, until the client disconnects.
    public static func endless(_ data: Data) -> Self { Self(step: .repeated(data)) }

    /// Waits until the closure returns. Its task is cancelled when the client disconnects.
    public static func pause(_ wait: @escaping @Sendable () async throws -> Void) -> Self { Self(step: .pause(wait)) }

    /// Waits on a clock.
    public static func delay(_ duration: Duration, on clock: any Clock<Duration> = ContinuousClock()) -> Self {
      pause { try await clock.sleep(for: duration) }
    }

    /// Waits until a gate is open.
    public static func gate(_ gate: Gate) -> Self { pause { try await gate.wait() } }

    /// Sends nothing more, and leaves the connection open until the client closes it.
    public static let silence = Self(step: .silence)

    /// Closes the connection gracefully: all bytes that were sent arrive.
    public static let close = Self(step: .close)

    /// Resets the connection (RST): bytes in transit may be lost.
    public static let reset = Self(step: .reset)
  }
}

extension Reply.Part: ExpressibleByStringLiteral {
  /// Sends a text as UTF-8.
  public init(stringLiteral text: String) { self = .text(text) }
}
