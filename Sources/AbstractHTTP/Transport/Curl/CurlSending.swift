#if os(Linux)
  import CLibcurl
  import Foundation

  /// Controls how often a request is sent, and on which connections.
  ///
  /// The server may have closed a kept connection, or sent unsolicited bytes on it, such as a late `408`, which would
  /// be mistaken for the response. libcurl detects a closed connection only by sending, and then sends again by itself.
  struct CurlSending {
    private(set) var needsNewConnection = false
    private var count = 0

    /// Whether libcurl sent the request again by itself.
    var isRepeated: Bool { count > 1 }

    /// The decision about a request that is about to be sent.
    enum Decision {
      case send
      case takeNewConnection
      /// The request was sent before, and must not be sent twice.
      case fail(URLError)
    }

    /// - Parameter quietSocket: The socket, if the connection must be silent because it was kept from an earlier
    ///   transfer.
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

  /// The number of bytes of a request's body that libcurl has received.
  struct CurlUpload {
    /// The number of bytes including the framing of chunks (RFC 9112 §7.1).
    private var framed: Int64 = 0
    private var given: Int64 = 0
    private var hasEnded = false
    /// Whether the body waits for code without a time limit.
    var awaitsWriter = false

    /// Counts bytes that are passed to libcurl; 0 at the end.
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

  /// A connection, identified by its two endpoints.
  struct CurlLine: Hashable {
    let remoteAddress: String
    let remotePort: Int32
    let localPort: Int32
  }

  /// The sockets of the connections, and the number of transfers that use each. libcurl doesn't report the sockets of
  /// kept connections.
  struct CurlSockets {
    private struct Entry {
      let socket: Int32
      var users = 0
    }

    private var entries: [CurlLine: Entry] = [:]
    /// The number of entries at which unused connections are forgotten. It adapts to the entries in use, most of which
    /// stay so for long.
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

    /// Returns the socket of a connection, and whether other transfers share it, which only HTTP/2 allows.
    mutating func enter(_ line: CurlLine) -> (socket: Int32, isShared: Bool)? {
      guard let entry = entries[line], line.isOn(entry.socket) else { return nil }
      entries[line]?.users += 1
      return (entry.socket, entry.users > 0)
    }

    mutating func leave(_ line: CurlLine) { entries[line]?.users -= 1 }

    func isShared(_ line: CurlLine) -> Bool { (entries[line]?.users ?? 0) > 1 }
  }

  extension CurlLine {
    /// Returns whether a socket belongs to this connection. It may have been closed, and its number reused.
    fileprivate func isOn(_ socket: Int32) -> Bool { libcurl_socket_has_port(socket, localPort) != 0 }
  }
#endif
