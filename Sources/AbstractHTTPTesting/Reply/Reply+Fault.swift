import Foundation

extension Reply {
  /// A way in which a server misbehaves.
  ///
  /// ```swift
  /// @Test(arguments: Reply.Fault.allCases)
  /// func `a fault becomes an error`(fault: Reply.Fault) async throws {
  ///   let server = try LoopbackServer()
  ///   server.on(.get, "/", .fault(fault))
  ///
  ///   await #expect(throws: ConnectionError.self) {
  ///     try await HTTP(server.url("/")).timeoutInterval(1).fetchString().value
  ///   }
  /// }
  /// ```
  ///
  /// For other faults, send ``Reply/raw(_:)``. For a server that can't be connected to, use an ``UnreachableServer``.
  public enum Fault: Sendable, Hashable, CaseIterable {
    /// Reads the request and never answers. The connection stays open.
    case silence
    /// Closes the connection instead of answering.
    case closeBeforeResponse
    /// Resets the connection instead of answering.
    case resetBeforeResponse
    /// Closes the connection within the status line.
    case closeInHead
    /// Resets the connection after half of the body.
    case resetInBody
    /// Announces 10 bytes, sends 5, and closes the connection.
    case truncatedBody
    /// Closes the connection within a chunk.
    case truncatedChunk
    /// Sends a chunk whose size isn't a number.
    case malformedChunk
    /// Answers with bytes that aren't HTTP.
    case malformedStatusLine
    /// Sends a header line without a colon.
    case malformedHeader
    /// Sends a `Content-Length` that isn't a number.
    case malformedContentLength
    /// Sends a negative `Content-Length`.
    case negativeContentLength
    /// Announces `Int64.max` bytes, sends 5, and closes the connection.
    case hugeContentLength
    /// Sends a head with one header of 16 MB.
    case hugeHead
    /// Sends headers without end, until the client disconnects.
    case endlessHead
  }

  /// Answers with a fault.
  public static func fault(_ fault: Fault) -> Self {
    switch fault {
    case .silence: raw([.silence])
    case .closeBeforeResponse: raw([.close])
    case .resetBeforeResponse: raw([.reset])
    case .closeInHead: raw(["HTTP/1.1 20", .close])
    case .resetInBody: body(["12345", .reset]).header("Content-Length", "10")
    case .truncatedBody: body(["12345", .close]).header("Content-Length", "10")
    case .truncatedChunk: raw(["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n12345", .close])
    case .malformedChunk:
      raw(["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n12345\r\n0\r\n\r\n", .close])
    case .malformedStatusLine: raw(["Good morning!\r\n\r\n", .close])
    case .malformedHeader: raw(["HTTP/1.1 200 OK\r\nNo colon here\r\nContent-Length: 5\r\n\r\n12345", .close])
    case .malformedContentLength: body(["12345", .close]).header("Content-Length", "five")
    case .negativeContentLength: body(["12345", .close]).header("Content-Length", "-5")
    case .hugeContentLength: body(["12345", .close]).header("Content-Length", "\(Int64.max)")
    case .hugeHead: text("12345").header("X-Huge", String(repeating: "x", count: 1 << 24))
    case .endlessHead:
      raw(["HTTP/1.1 200 OK\r\n", .endless(Data(String(repeating: "X-Endless: true\r\n", count: 512).utf8))])
    }
  }
}
