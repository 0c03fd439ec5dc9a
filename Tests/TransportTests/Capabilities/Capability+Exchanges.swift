#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Whole exchanges: what they tell, and how they end.
  extension Capability {
    static let exchanges = [
      wholeBodies, metrics, compression, redirects, digest, manyAtOnce, cancelling, timeouts, suspending,
    ]

    private static let wholeBodies = Capability("bodies arrive whole, and the version is known") { site, connector in
      for (path, size) in [("/1k", 1_024), ("/10m", 10_485_760)] {
        let response = try await connector.response(to: site.file(path))
        #expect(response.data.count == size)
        #expect(response.protocolVersion == site.wire.rawValue)
      }
    }

    private static let metrics = Capability("transfers are measured") { site, connector in
      var request = try site.app("/gzip")
      request.isMeasured = true

      let metrics = try #require(try await connector.response(to: request).metrics)
      let reused = try #require(try await connector.response(to: request).metrics)

      #expect(metrics.protocolVersion == site.wire.rawValue)
      #expect(metrics.tlsVersion == "TLSv1.3")
      #expect(metrics.phases.reduce(.zero) { $0 + $1.duration } == metrics.total)
      #expect(metrics.isReused == true || metrics.secureConnect != nil)
      #expect(metrics.received.map { $0.body < 1_000 } == true)
      #expect(reused.isReused == true && reused.secureConnect == nil && reused.tlsVersion == "TLSv1.3")
    }

    private static let compression = Capability("compressed bodies are decompressed") { site, connector in
      let response = try await connector.response(to: site.app("/gzip"))

      #expect(response.data.count == 100_000)
      #expect(response.headers["Content-Encoding"] == "gzip")
    }

    private static let redirects = Capability("redirects are followed, with the body if they keep it") {
      site,
      connector in
      let body = RequestBody(Data("text".utf8))

      let kept = try await connector.response(to: site.app("/redirect?status=307&to=/upload", .post, body: body))
      let changed = try await connector.response(to: site.app("/redirect?status=303&to=/gzip", .post, body: body))

      #expect(try kept.json().length.int == 4)
      #expect(try kept.json().method.string == "POST")
      #expect(changed.url?.path == "/gzip")
      #expect(changed.protocolVersion == site.wire.rawValue)
    }

    private static let digest = Capability("digest challenges are answered") { site, connector in
      let login = Middleware.digest(user: "user", password: "password", for: [site.app])

      let inside = try await Stage.sending(over: connector).wrapped(in: [login])(site.app("/private"))
      let outside = try await connector.response(to: site.app("/private"))

      #expect(try inside.text() == "welcome")
      #expect(outside.statusCode == 401)
    }

    private static let manyAtOnce = Capability("many exchanges at once do not mix") { site, connector in
      let requests = try (0..<40).map { try site.app("/upload", .post, body: RequestBody(Data(count: $0 * 1_000))) }

      let lengths = try await withThrowingTaskGroup(of: Int?.self) { group in
        for request in requests { group.addTask { try await connector.response(to: request).json().length.int } }
        return try await group.reduce(into: []) { $0.append($1 ?? -1) }
      }

      #expect(lengths.sorted() == (0..<40).map { $0 * 1_000 })
    }

    private static let cancelling = Capability("a cancelled exchange ends on both sides, and no other") {
      site,
      connector in
      let name = CapableSite.name
      let exchange = WatchedExchange(connector, try site.app("/silence?id=\(name)"))
      let other = Task { try await connector.response(to: site.app("/gated?id=\(name)")).text() }
      _ = try await connector.response(to: site.file("/1k"))

      exchange.cancel()
      let end = await exchange.end
      let ended = try await connector.response(to: site.app("/ended?id=\(name)"))
      _ = try await connector.response(to: site.app("/open?id=\(name)"))

      #expect(end == .cancelled)
      #expect(try ended.text() == "ended")
      #expect(try await other.value == "one two")
    }

    private static let timeouts = Capability("a silent server is not waited for") { site, connector in
      connector.timeoutInterval = 0.3
      let silent = await connector.urlError(of: try site.app("/silence"))
      let stalled = await connector.urlError(of: try site.app("/stall"))
      connector.timeoutInterval = 60

      #expect(silent == .timedOut)
      #expect(stalled == .timedOut)
      #expect(try await connector.response(to: site.file("/1k")).data.count == 1_024)
    }

    private static let suspending = Capability("a suspended exchange waits, and loses nothing") { site, connector in
      let begun = Gate()
      let exchange = WatchedExchange(connector, try site.file("/measured/10m")) { progress in
        if progress.received > 0 { begun.open() }
      }
      try await begun.wait()

      exchange.suspend()
      for _ in 0..<20 { _ = try await connector.response(to: site.file("/1k")) }
      let ends = exchange.ends
      exchange.resume()

      #expect(ends == 0)
      #expect(await exchange.end == .answered)
    }
  }
#endif
