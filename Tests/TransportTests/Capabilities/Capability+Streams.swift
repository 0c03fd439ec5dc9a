#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Streamed responses.
  extension Capability {
    static let streams = [
      pieces, backPressure, lettingGo, stalling, events, trailers, duplex,
    ]

    private static func stream(_ request: Request, _ connector: DefaultHTTPConnector) async throws -> ResponseStream {
      try #require(try await Stage.sending(over: connector)(request).stream)
    }

    private static let pieces = Capability("a stream gives what is there") { site, connector in
      let name = CapableSite.name
      let stream = try await stream(site.stream("/gated?id=\(name)"), connector)
      var iterator = stream.makeAsyncIterator()

      let first = try await iterator.next()
      _ = try await connector.response(to: site.app("/open?id=\(name)"))

      #expect(first == Data("one ".utf8))
      #expect(try await iterator.next() == Data("two".utf8))
      #expect(try await iterator.next() == nil)
      #expect(stream.head.protocolVersion == site.wire.rawValue)
    }

    // NB: not over hypercorn, whose memory grows while the window of a stream is closed.
    private static let backPressure = Capability("a server that is faster than the reader is held") { site, connector in
      var request = try site.file("/100m")
      request.delivery = .stream
      let stream = try await stream(request, connector)
      var iterator = stream.makeAsyncIterator()
      let first = try await iterator.next()?.count ?? 0

      for _ in 0..<100 { _ = try await connector.response(to: site.file("/1k")) }
      let waiting = Int(stream.buffer.count) - first
      var read = first
      while let piece = try await iterator.next() { read += piece.count }

      #expect(waiting > 0 && waiting <= 300_000)
      #expect(read == 104_857_600)
    }

    private static let lettingGo = Capability("letting go of a stream ends it at the server") { site, connector in
      let name = CapableSite.name

      for try await piece in try await stream(site.stream("/unending?id=\(name)"), connector) where !piece.isEmpty {
        break
      }

      #expect(try await connector.response(to: site.app("/ended?id=\(name)")).text() == "ended")
    }

    private static let stalling = Capability("a stream that stalls fails, if it is to") { site, connector in
      connector.stallTimeout = .milliseconds(300)
      let stream = try await stream(site.stream("/stall"), connector)

      let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 100) }

      #expect((error?.nativeError as? URLError)?.code == .timedOut)
    }

    private static let events = Capability("events come across connections") { site, connector in
      let source = HTTP(site.app + "/events").httpConnector(connector).holder(ConnectionHolder())
        .events(clock: TestClock.immediate())

      var data: [String] = []
      for try await event in source { data.append(event.data) }

      #expect(data == ["event 1", "event 2", "event 3"])
    }

    private static let trailers = Capability("trailers follow a body, and a stream") { site, connector in
      // nginx sends trailers over HTTP/1.1 alone, and hypercorn over HTTP/2 alone, to those who ask.
      var request = try site.wire == .http1 ? site.file("/trailers/text.txt") : site.app("/trailers")
      request.headers["TE"] = "trailers"
      let response = try await connector.response(to: request)
      request.delivery = .stream
      let stream = try await stream(request, connector)

      let data = try await stream.collect(upTo: 1 << 20)

      #expect(response.trailers?["X-Trailer"] == "done")
      #expect(data == response.data && !data.isEmpty)
      #expect(try await stream.trailers?["X-Trailer"] == "done")
    }

    private static let duplex = Capability("each piece is sent after the one before came back") { site, connector in
      let holds = (0..<100).map { _ in ScriptedStream.Hold() }
      let body = BodyStream(length: 100) {
        ScriptedStream(holds.enumerated().flatMap { [.hold($1), .give(Data([UInt8($0)]))] })
      }
      var request = try site.app("/echo", .post, body: RequestBody(segments: [.stream(body)]))
      request.delivery = .stream
      let stream = try await stream(request, connector)
      var iterator = stream.bytes.makeAsyncIterator()

      var received: [UInt8] = []
      for hold in holds {
        hold.letGo()
        if let byte = try await iterator.next() { received.append(byte) }
      }

      #expect(received == Array(0..<100))
      #expect(try await iterator.next() == nil)
    }
  }
#endif
