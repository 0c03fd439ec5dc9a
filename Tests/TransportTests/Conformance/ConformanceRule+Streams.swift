#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Bodies that are read piece by piece, read in part, and written while the response is read.
  extension ConformanceRule {
    static let streams = [drip, underRead, cancelBeforeHead, cancelBeforeBody]
    static let duplex = [echoInterleave, speakInterleave]

    private static let megabyte = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) })

    private static let drip = ConformanceRule("testDripRead", "a body can be read byte by byte") { scene in
      scene.server.on(.get, "/", .data(megabyte))

      var read = Data()
      for try await byte in try await scene.stream(scene.request()).bytes { read.append(byte) }

      #expect(read == megabyte)
    }

    private static let underRead = ConformanceRule("testUnderRead", "the rest of a body can be left unread") { scene in
      scene.server.on(.get, "/", .chunked([.data(megabyte), .silence])).on(.get, "/next", .text("next"))

      var first: UInt8?
      for try await byte in try await scene.stream(scene.request()).bytes {
        first = byte
        break
      }
      try await scene.server.waitForClosedConnections(1)

      #expect(first == megabyte.first)
      #expect(try await scene.response("/next").text() == "next")
    }

    private static let cancelBeforeHead = ConformanceRule("testCancelPreHeaders", "a call ends before the head") {
      scene in
      scene.server.on(.get, "/", .fault(.silence))
      let call = Task { try await HTTP(scene.server.url()).httpConnector(scene.connector).fetchData().value }
      _ = try await scene.server.waitForRequests(1)

      call.cancel()

      await #expect(throws: CancellationError.self) { try await call.value }
      try await scene.server.waitForClosedConnections(1)
    }

    private static let cancelBeforeBody = ConformanceRule("testCancelPreBody", "a call ends before the body") { scene in
      scene.server.on(.get, "/", .chunked([.data(Data(repeating: 65, count: 1_000)), .silence]))
      let begun = Gate()
      let call = Task {
        for try await piece in try await scene.stream(scene.request()) where !piece.isEmpty { begun.open() }
      }
      try await begun.wait()

      call.cancel()

      let error = await #expect(throws: ConnectionError.self) { try await call.value }
      #expect(error?.type == .cancelled)
      try await scene.server.waitForClosedConnections(1)
    }

    private static let echoInterleave = ConformanceRule(
      "testEchoInterleave",
      "the client speaks first: each byte is written after the one before came back"
    ) { scene in
      let server = try EchoServer()
      let (turns, turn) = AsyncStream.makeStream(of: Void.self)
      let body = BodyStream { writer in
        var iterator = turns.makeAsyncIterator()
        for _ in 0..<1_000 {
          try await writer.write(Data("A".utf8))
          await iterator.next()
        }
      }
      var request = try Request(server.url, httpMethod: .post)
      request.body = RequestBody(body)

      var pieces: [Data] = []
      for try await piece in try await scene.stream(request) {
        pieces.append(piece)
        turn.yield()
      }

      #expect(pieces == Array(repeating: Data("A".utf8), count: 1_000))
    }

    private static let speakInterleave = ConformanceRule(
      "testSpeakInterleave",
      "the server speaks first: each byte is sent after the one before came back, and the request ends last"
    ) { scene in
      let returned = Gate()
      let server = try ScriptedServer { client in
        if client.speak(1_000) { returned.open() }
      }
      let (bytes, heard) = AsyncStream.makeStream(of: Data.self)
      let body = BodyStream { writer in
        for await byte in bytes { try await writer.write(byte) }
      }
      var request = try Request("http://127.0.0.1:\(server.port)/", httpMethod: .post)
      request.body = RequestBody(body)

      var count = 0
      for try await piece in try await scene.stream(request) {
        count += piece.count
        heard.yield(piece)
      }
      heard.finish()

      #expect(count == 1_000)
      try await returned.wait()
    }
  }

  extension ScriptedServer.Connection {
    /// Sends single bytes as chunks, each once the one before has come back as a chunk.
    ///
    /// - Returns: Whether all of them came back.
    fileprivate func speak(_ count: Int) -> Bool {
      guard head() != nil else { return false }
      send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
      let chunk = Array("1\r\nA\r\n".utf8)
      for _ in 0..<count {
        send(chunk)
        guard bytes(chunk.count) == chunk else { return false }
      }
      send(Array("0\r\n\r\n".utf8))
      // NB: libcurl can't tell a response from half of one if the connection ends before the request does.
      while bytes(1) != nil {}
      return true
    }
  }
#endif
