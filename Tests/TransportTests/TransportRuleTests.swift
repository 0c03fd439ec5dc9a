import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct TransportRuleTests {
  @Test(arguments: TestedEngine.allCases, TransportRule.all)
  func `holds against the loopback server`(engine: TestedEngine, rule: TransportRule) async throws {
    let server = try LoopbackServer()

    try await rule.check(.loopback(server), engine.connector())
  }
}

/// With `ABSTRACTHTTP_HTTPBIN=http://127.0.0.1:PORT` in the environment; see `.ci/servers`.
@Suite(.enabled(if: Site.httpbin != nil), .timeLimit(.minutes(1)))
struct HttpbinTests {
  @Test(arguments: TestedEngine.allCases, TransportRule.all)
  func `every rule holds against httpbin`(engine: TestedEngine, rule: TransportRule) async throws {
    try await rule.check(#require(Site.httpbin), engine.connector())
  }
}

/// With `ABSTRACTHTTP_NGINX=http://127.0.0.1:PORT` in the environment; see `.ci/servers`.
@Suite(.enabled(if: Site.nginx != nil), .timeLimit(.minutes(1)))
struct NginxTests {
  private let environment = ProcessInfo.processInfo.environment

  @Test(arguments: TestedEngine.allCases, TransportRule.all)
  func `every rule holds against nginx`(engine: TestedEngine, rule: TransportRule) async throws {
    try await rule.check(#require(Site.nginx), engine.connector())
  }

  @Test(arguments: TestedEngine.robust)
  func `trailers are passed over`(engine: TestedEngine) async throws {
    let site = try #require(Site.nginx)

    let response = try await engine.connector().response(to: Request(site.url("/trailers/text.txt")))

    #expect(try response.text().hasSuffix("line 10000\n"))
    #expect(!response.headers.contains("X-Trailer"))
  }

  @Test(arguments: TestedEngine.robust)
  func `a transfer is cancelled amid its body`(engine: TestedEngine) async throws {
    let site = try #require(Site.nginx)
    let begun = AsyncStream.makeStream(of: Void.self)
    let exchange = try WatchedExchange(engine.connector(), Request(site.url("/slow/10m"))) { _ in
      begun.continuation.yield()
    }

    for await _ in begun.stream { break }
    exchange.cancel()

    #expect(await exchange.end == .cancelled)
  }

  // MARK: - TLS

  private var secure: String? { environment["ABSTRACTHTTP_NGINX_TLS"] }

  /// Whether the authorities of this process include nginx's own: `CURL_CA_BUNDLE=$ABSTRACTHTTP_NGINX_CERTIFICATE`.
  private var isTrusted: Bool {
    let file = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { environment[$0] }.first { !$0.isEmpty }
    return file != nil && file == environment["ABSTRACTHTTP_NGINX_CERTIFICATE"]
  }

  @Test(arguments: TestedEngine.robust)
  func `trusts whom the system trusts, or the environment names, and nobody else`(engine: TestedEngine) async throws {
    let request = try Request(#require(secure) + "/1k")
    let connector = try engine.connector()

    if isTrusted {
      #expect(try await connector.response(to: request).data.count == 1_024)
    } else {
      #expect(await connector.urlError(of: request) == .serverCertificateHasUnknownRoot)
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `does not trust a certificate of another name`(engine: TestedEngine) async throws {
    let url = try #require(secure).replacingOccurrences(of: "localhost", with: "127.0.0.1")

    let error = try await engine.connector().urlError(of: Request(url + "/1k"))

    // NB: if its authority isn't trusted either, later versions of libcurl may say what is wrong with the name.
    let isTrusted = isTrusted || !TestedEngine.robust.contains(engine)
    let isNamed = !TestedEngine.isReference && error == .serverCertificateUntrusted
    let expected: URLError.Code = isTrusted ? .serverCertificateUntrusted : .serverCertificateHasUnknownRoot
    #expect(engine.names(error, as: expected) || isNamed)
  }

  @Test(arguments: TestedEngine.allCases)
  func `fails where the server does not speak TLS`(engine: TestedEngine) async throws {
    let url = try #require(Site.nginx).url("/1k").replacingOccurrences(of: "http:", with: "https:")

    let error = try await engine.connector().urlError(of: Request(url))

    #expect(engine.names(error, as: .secureConnectionFailed))
  }

  /// Servers of an authority that the environment may name: `CURL_CA_BUNDLE=$ABSTRACTHTTP_AUTHORITY`.
  private static let failures: [(server: String, code: URLError.Code)] = [
    ("EXPIRED", .serverCertificateHasBadDate), ("FUTURE", .serverCertificateNotYetValid),
    ("CLIENT_TLS12", .clientCertificateRequired), ("CLIENT_TLS13", .clientCertificateRequired),
    ("TLS11", .secureConnectionFailed),
  ]

  private func url(of server: String) throws -> String { try #require(environment["ABSTRACTHTTP_\(server)"]) }

  private var trustsAuthority: Bool {
    environment["CURL_CA_BUNDLE"].map { $0 == environment["ABSTRACTHTTP_AUTHORITY"] } ?? false
  }

  @Test(arguments: failures.indices)
  func `a failure of TLS says what it is, and that of a certificate is not retried`(index: Int) async throws {
    guard trustsAuthority, let engine = TestedEngine.robust.first else { return }
    let (server, code) = Self.failures[index]
    let stage = Stage.sending(over: try engine.connector()).wrapped(in: [.retry()])

    let error = await #expect(throws: ConnectionError.self) { try await stage(Request(url(of: server))) }

    #expect((error?.nativeError as? URLError)?.code == code)
    #expect(error?.notRetried != .limit || code == .secureConnectionFailed)
  }

  @Test(arguments: ["EXPIRED", "FUTURE", "HTTP2"])
  func `a certificate of an unknown authority is named so`(server: String) async throws {
    guard !trustsAuthority, let engine = TestedEngine.robust.first else { return }

    let error = try await engine.connector().urlError(of: Request(url(of: server) + "/connection"))

    #expect(error == .serverCertificateHasUnknownRoot)
  }

  @Test func `64 cold requests over HTTP/2 share one connection`() async throws {
    guard trustsAuthority, let engine = TestedEngine.robust.first else { return }
    let connector = try engine.connector()
    let request = try Request(url(of: "HTTP2") + "/connection")

    let connections = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { try await connector.response(to: request).text() } }
      var all: Set<String> = []
      for try await connection in group { all.insert(connection) }
      return all
    }

    #expect(connections.count == 1)
  }

  @Test func `a transfer that is suspended over HTTP/2 holds up no other, and goes on where it was`() async throws {
    guard trustsAuthority, let engine = TestedEngine.robust.first else { return }
    let connector = try engine.connector()
    let begun = Gate()
    let exchange = WatchedExchange(connector, try Request(url(of: "HTTP2") + "/measured/10m")) { progress in
      if progress.received > 0 { begun.open() }
    }

    try await begun.wait()
    exchange.suspend()
    for _ in 0..<20 { _ = try await connector.response(to: Request(url(of: "HTTP2") + "/connection")) }
    let endsWhileSuspended = exchange.ends
    exchange.resume()

    #expect(await exchange.end == .answered)
    #expect(endsWhileSuspended == 0)
  }
}
