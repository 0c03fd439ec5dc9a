public import Foundation

/// A loopback address at which no server answers.
///
/// ```swift
/// let nobody = try UnreachableServer(.refusing)
/// try await HTTP(nobody.url("/")).fetchString().value          // connection refused
/// ```
///
/// While the object exists, it occupies its port, so that no other server uses it.
public final class UnreachableServer: Sendable {
  /// The way in which connecting fails.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The connection is refused at once.
    case refusing
    /// The listening socket's queue is full and never accepted from: the connection isn't established, and the client
    /// times out.
    case unanswering
  }

  /// The address: `http://127.0.0.1:49152`.
  public let baseURL: URL

  /// The port without a server.
  public let port: Int

  private let sockets: [Socket]

  /// Occupies a free port.
  ///
  /// - Throws: ``SocketError`` if the system has no socket left.
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

  /// Returns the address of a path there, for a `RequestSpec`. The path begins with a slash.
  public func url(_ path: String = "/") -> String { baseURL.absoluteString + path }

  /// Returns a listening socket, and enough connections to fill its shortest queue.
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
