public import Foundation

/// An address of the loopback interface where no server answers.
///
/// ```swift
/// let nobody = try UnreachableServer(.refusing)
/// try await HTTP(nobody.url("/")).fetchString().value          // connection refused
/// ```
///
/// It holds its port, so that nobody else listens there, for as long as it lives.
public final class UnreachableServer: Sendable {
  /// How a connection fails.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Nobody listens: the connection is refused at once.
    case refusing
    /// The one who listens never accepts and its queue is full: the connection is never made, and the client times out.
    case unanswering
  }

  /// The address: `http://127.0.0.1:49152`.
  public let baseURL: URL

  /// The port that nobody serves.
  public let port: Int

  private let sockets: [Socket]

  /// Takes a free port.
  ///
  /// - Throws: ``SocketError`` where the system has no socket left.
  public init(_ kind: Kind) throws {
    switch kind {
    case .refusing: sockets = [try Socket.bound(to: .ipv4, port: 0)]
    case .unanswering: sockets = try Self.fullQueue()
    }
    let port = sockets[0].port
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
    self.port = Int(port)
    baseURL = url
  }

  deinit { sockets.forEach { $0.end() } }

  /// The address of a path there, as a `RequestSpec` wants it. The path begins with a slash.
  public func url(_ path: String = "/") -> String { baseURL.absoluteString + path }

  /// A listener, and more connections than its shortest queue takes.
  private static func fullQueue() throws(SocketError) -> [Socket] {
    var sockets = [try Socket.listening(on: .ipv4, port: 0, backlog: 1)]
    let port = sockets[0].port
    for _ in 0..<8 {
      let socket = try Socket(.ipv4)
      socket.startConnecting(to: .ipv4, port: port)
      sockets.append(socket)
    }
    return sockets
  }
}

/// The former name of ``UnreachableServer``.
@available(*, deprecated, renamed: "UnreachableServer")
public typealias DeadEnd = UnreachableServer
