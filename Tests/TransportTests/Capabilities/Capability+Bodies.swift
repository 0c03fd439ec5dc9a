#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Uploads and downloads.
  extension Capability {
    static let bodies = [uploads, streamedUploads, earlyAnswers, downloads, resuming]

    private static let uploads = Capability("an upload arrives whole, with its progress") { site, connector in
      let moved = Record<TransferProgress>()
      let request = try site.app("/upload", .post, body: RequestBody(Data(repeating: 7, count: 3_000_000)))
      let answer = Locked<Response?>(nil)
      let ended = Gate()

      _ = connector.start(request, progress: { moved.add($0) }) { result in
        answer.withLock { $0 = try? result.get() }
        ended.open()
      }
      try await ended.wait()

      #expect(try answer.withLock { $0 }?.json().length.int == 3_000_000)
      #expect(moved.all.last?.sent == 3_000_000)
      #expect(moved.all.map(\.sent) == moved.all.map(\.sent).sorted())
      #expect(moved.all.allSatisfy { $0.totalToSend == 3_000_000 })
    }

    private static let streamedUploads = Capability("a body comes from a file and a stream") { site, connector in
      let folder = try TemporaryFolder()
      try Data(repeating: 1, count: 400_000).write(to: folder.file("a"))
      let body = RequestBody(segments: [
        .data(Data("one".utf8)), .file(folder.file("a"), range: 0..<400_000), .stream(.giving(Data(count: 500_000))),
      ])

      let response = try await connector.response(to: site.app("/upload", .put, body: body))

      #expect(try response.json().length.int == 900_003)
      #expect(try response.json().method.string == "PUT")
    }

    private static let earlyAnswers = Capability("an answer before the end of the upload is taken") { site, connector in
      let hold = ScriptedStream.Hold()
      defer { hold.letGo() }
      let body = BodyStream(length: 500_000) {
        ScriptedStream([.give(Data(count: 250_000)), .hold(hold), .give(Data(count: 250_000))])
      }

      // nginx lets nobody write a file. NB: hypercorn closes the connection of HTTP/2 then, with all that is on it.
      var request = try site.file("/1k")
      (request.httpMethod, request.body) = (.post, RequestBody(segments: [.stream(body)]))
      let response = try await connector.response(to: request)

      #expect(response.statusCode == 405)
      #expect(try await connector.response(to: site.file("/1k")).data.count == 1_024)
    }

    private static let downloads = Capability("a download gets its file when it is whole") { site, connector in
      let folder = try TemporaryFolder()
      var request = try site.file("/10m")
      request.destination = .file(folder.file("a"))

      let response = try await connector.response(to: request)

      #expect(response.file == folder.file("a"))
      #expect(try Data(contentsOf: folder.file("a")).count == 10_485_760)
      #expect(response.protocolVersion == site.wire.rawValue)
    }

    private static let resuming = Capability("a download goes on where it was cancelled") { site, connector in
      let folder = try TemporaryFolder()
      var request = try site.file("/measured/10m")
      request.destination = .file(folder.file("a"), options: .resumable)
      let begun = Gate()
      let exchange = WatchedExchange(connector, request) { if $0.received > 500_000 { begun.open() } }

      try await begun.wait()
      exchange.cancel()
      let end = await exchange.end
      let response = try await connector.response(to: request)

      #expect(end == .cancelled)
      #expect(response.statusCode == 206)
      #expect(try #require(response.resumedFrom) > 0)
      #expect(try Data(contentsOf: folder.file("a")) == Data(repeating: UInt8(ascii: "b"), count: 10_485_760))
    }
  }
#endif
