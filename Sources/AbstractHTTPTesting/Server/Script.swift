import Foundation

/// The parts of a reply, with the current position.
struct Script {
  enum Step {
    case send(Data)
    case pause(@Sendable () async throws -> Void)
    case close
    case reset
    /// Send nothing more, and read until the client closes, so that the end arrives even if the client is still
    /// sending.
    case linger
    /// Wait for a reply, and insert its parts here.
    case reply(@Sendable () async -> Reply, ReceivedRequest)
  }

  private var parts: ArraySlice<Reply.Part>
  private var sent = 0
  private var lingers = false

  init(_ parts: [Reply.Part] = []) { self.parts = parts[...] }

  /// Creates the reply to invalid input.
  init(refusing refusal: Refusal) {
    self.init([.text("HTTP/1.1 \(refusal.status) Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")])
    lingers = true
  }

  /// Returns the next step; `nil` at the end. Bytes stay until they have been ``sent(_:)``.
  mutating func next() -> Step? {
    guard let part = parts.first else { return lingers ? .linger : nil }
    switch part.step {
    case .bytes(let data) where data.count == sent:
      sent = 0
      parts.removeFirst()
      return next()
    case .bytes(let data), .repeated(let data): return .send(sent == 0 ? data : data[(data.startIndex + sent)...])
    case .pause(let wait):
      parts.removeFirst()
      return .pause(wait)
    case .silence: return .pause { try await Gate().wait() }
    case .reply(let make, let request):
      parts.removeFirst()
      return .reply(make, request)
    case .close: return .close
    case .reset: return .reset
    }
  }

  /// Inserts parts at the current position.
  mutating func insert(_ inserted: [Reply.Part]) { parts = (inserted + parts)[...] }

  /// - Returns: Whether to continue at once. That is `false` within a part, and in an endless one, so that other peers
  ///   get their turn.
  mutating func sent(_ count: Int) -> Bool {
    sent += count
    switch parts.first?.step {
    case .bytes(let data)?: return sent == data.count
    case .repeated(let data)? where sent == data.count: sent = 0
    default: break
    }
    return false
  }
}
