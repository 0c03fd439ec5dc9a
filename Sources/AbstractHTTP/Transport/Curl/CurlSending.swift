#if os(Linux)
  import CLibcurl
  import Foundation

  /// Watches over how often a request is sent, and on what kind of connection.
  ///
  /// A kept connection may have been closed by the server, or hold bytes that nobody asked for, such as a late `408`, which
  /// would be taken for the response. libcurl finds the first out only by sending, and then sends a second time by itself.
  struct CurlSending {
    private(set) var needsNewConnection = false
    private var count = 0

    /// What is to become of a request that is about to be sent.
    enum Decision {
      case send
      case takeNewConnection
      /// It was sent before, and must not be sent twice.
      case fail(URLError)
    }

    /// - Parameter quietSocket: The socket, if the connection is to be quiet, since it was kept from an earlier transfer.
    mutating func decide(_ request: WireRequest, quietSocket: Int32?) -> Decision {
      count += 1
      if count > 1, !request.isRepeatable {
        return .fail(
          URLError(
            .networkConnectionLost,
            "the connection was lost after the \(request.httpMethod) was sent, which must not be sent twice"
          )
        )
      }
      guard let quietSocket, libcurl_peek(quietSocket) != LIBCURL_SOCKET_QUIET else { return .send }
      needsNewConnection = true
      return .takeNewConnection
    }
  }

  /// How much of a request's body libcurl was given.
  struct CurlUpload {
    /// With what frames the chunks (RFC 9112 §7.1), if they are framed.
    private var framed: Int64 = 0
    private var given: Int64 = 0
    private var hasEnded = false
    /// Whether the body waits for code that may take its time.
    var awaitsWriter = false

    /// Counts what libcurl is given: nothing at the end.
    mutating func give(_ count: Int) {
      given += Int64(count)
      framed += Int64(String(count, radix: 16).utf8.count + 4 + count)
      hasEnded = count == 0
    }

    /// How many bytes the socket is given of the whole body; `nil` if only its end will tell.
    func count(of body: BodySource, isChunked: Bool, isFramed: Bool) -> Int64? {
      if !isChunked, let length = body.length { return length }
      guard hasEnded else { return nil }
      return isFramed ? framed : given
    }
  }

  /// A connection, as both ends are named.
  struct CurlLine: Hashable {
    let remoteAddress: String
    let remotePort: Int32
    let localPort: Int32
  }

  /// The sockets of the connections, and how many transfers use each; libcurl does not tell of kept ones.
  struct CurlSockets {
    private struct Entry {
      let socket: Int32
      var users = 0
    }

    private var entries: [CurlLine: Entry] = [:]
    /// When the connections without users are forgotten; most of those that are in use then are so for long.
    private var limit = 4_096

    /// Notes the socket of a new connection.
    mutating func note(_ line: CurlLine, among opened: libcurl_sockets) {
      let socket = withUnsafeBytes(of: opened.opened) { bytes in
        bytes.bindMemory(to: Int32.self).prefix(Int(opened.count)).last { line.isOn($0) }
      }
      if entries.count >= limit {
        entries = entries.filter { $0.value.users > 0 }
        limit = max(4_096, entries.count * 2)
      }
      entries[line] = socket.map { Entry(socket: $0) }
    }

    /// The socket of a connection, and whether other transfers use it, as only HTTP/2 allows.
    mutating func enter(_ line: CurlLine) -> (socket: Int32, isShared: Bool)? {
      guard let entry = entries[line], line.isOn(entry.socket) else { return nil }
      entries[line]?.users += 1
      return (entry.socket, entry.users > 0)
    }

    mutating func leave(_ line: CurlLine) { entries[line]?.users -= 1 }
  }

  extension CurlLine {
    /// Whether a socket, which may have been closed and its number used again, is this connection's.
    fileprivate func isOn(_ socket: Int32) -> Bool { libcurl_socket_has_port(socket, localPort) != 0 }
  }
#endif
