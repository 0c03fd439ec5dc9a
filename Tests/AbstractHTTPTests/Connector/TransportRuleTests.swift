import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TransportRuleTests {
  @Test(arguments: TestedEngine.allCases, TransportRule.all)
  func `holds against the loopback server`(engine: TestedEngine, rule: TransportRule) async throws {
    let server = try LoopbackServer()

    try await rule.check(.loopback(server), engine.connector())
  }
}

/// With `ABSTRACTHTTP_HTTPBIN=http://127.0.0.1:PORT` in the environment; see `.ci/servers`.
@Suite(.enabled(if: Site.httpbin != nil), .timeLimit(.minutes(5)))
struct HttpbinTests {
  @Test(arguments: TestedEngine.allCases, TransportRule.all)
  func `every rule holds against httpbin`(engine: TestedEngine, rule: TransportRule) async throws {
    try await rule.check(#require(Site.httpbin), engine.connector())
  }
}

/// With `ABSTRACTHTTP_NGINX=http://127.0.0.1:PORT` in the environment; see `.ci/servers`.
@Suite(.enabled(if: Site.nginx != nil), .timeLimit(.minutes(5)))
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
      #expect(await connector.urlError(of: request) == .serverCertificateUntrusted)
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `does not trust a certificate of another name`(engine: TestedEngine) async throws {
    let url = try #require(secure).replacingOccurrences(of: "localhost", with: "127.0.0.1")

    let error = try await engine.connector().urlError(of: Request(url + "/1k"))

    #expect(error == .serverCertificateUntrusted)
  }

  @Test(arguments: TestedEngine.allCases)
  func `fails where the server does not speak TLS`(engine: TestedEngine) async throws {
    let url = try #require(Site.nginx).url("/1k").replacingOccurrences(of: "http:", with: "https:")

    let error = try await engine.connector().urlError(of: Request(url))

    #expect(error == .secureConnectionFailed)
  }
}
