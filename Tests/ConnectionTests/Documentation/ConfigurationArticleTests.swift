import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// The snippets of the article on configuration.
@Suite(.timeLimit(.minutes(1)))
struct ConfigurationArticleTests {
  private struct SignedOut: Error {}

  private let server: LoopbackServer
  private var url: String { server.url("/") }

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/", .redirect(to: "/there")).on(.get, "/there") { .text($0.headers["X-Redirected"] ?? "none") }
  }

  @Test func `a client takes the connector`() {
    let connector = DefaultHTTPConnector()
    connector.tls.minimumVersion = .tls13
    connector.connectTimeout = .seconds(5)
    connector.redirectPolicy = .sameOrigin
    connector.pool = ConnectionPool(connectionsPerHost: 6, idleTime: .seconds(30))

    let client = Client(baseURL: "https://api.example.com") { $0.httpConnector = { connector } }

    #expect(client.options.httpConnector() === connector)
    #expect(connector.tls == TLSSettings(minimumVersion: .tls13))
    #expect(connector.pool.connectionsPerHost == 6)
  }

  @Test func `options travel with a request`() async throws {
    struct Login: RequestSpec {
      let url = "https://example.com/login"
      let requestOptions = RequestOptions(RedirectPolicy.never)
    }

    let response = try await HTTP(url).option(ResponseSizeLimit(bytes: 1_000_000)).fetchResponse().value

    let small = Client(baseURL: url) { $0.use(.options(RequestOptions(ResponseSizeLimit(bytes: 1_000_000)))) }

    #expect(try Login().request().options[RedirectPolicy.self] != nil)
    #expect(try response.text() == "none")
    #expect(try await small.http("there").fetchString().value == "none")
  }

  @Test func `a connector has trust and a way to the server`() throws {
    let connector = DefaultHTTPConnector()
    let (companyRoot, certificate, key) = (Self.certificate, Self.certificate, "key")
    let backup = Self.certificate

    connector.tls.pins = [
      "api.example.com": [
        "sha256/X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg=", try PublicKeyPin(certificatePEM: backup),
      ]
    ]
    connector.tls.authorities = .systemAnd(pem: companyRoot)
    connector.tls.identity = .pem(certificate: certificate, key: key)
    connector.proxy = .http("proxy.example.com", port: 3128, excluding: ["*.internal.example.com"])
    connector.addresses = ["api.example.com": ["127.0.0.1"]]
    connector.socketPath = "/var/run/docker.sock"

    #expect(connector.tls.pins["api.example.com"]?.last?.base64 == "FwgtA1l7DdRu1BPcOx9Jk0T15Jf0YD1M0e2X39+iJ/g=")
  }

  @Test func `a request has a socket, and a session a configuration`() async throws {
    let connector = DefaultHTTPConnector()
    @Sendable func ask() async throws -> JSON {
      let docker = HTTP("http://docker.localhost/info").option(UnixSocket("/var/run/docker.sock"))
      let info = try await docker.fetchJSON().value
      return info
    }

    #if canImport(Darwin)
      connector.sessionSetup = URLSessionSetup { configuration in configuration.allowsCellularAccess = false }
    #endif

    // Not called: this machine may have such a socket.
    _ = ask
    #expect(connector.socketPath == nil)
  }

  @Test func `a closure decides about redirects`() async throws {
    let connector = DefaultHTTPConnector()

    connector.redirectPolicy = .deciding { response, next in
      if next.url.host() == "login.example.com" { return .fail(SignedOut()) }
      var next = next
      next.headers["X-Redirected"] = "1"
      return .send(next)
    }

    #expect(try await HTTP(url).httpConnector(connector).fetchString().value == "1")
  }

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBbjCCAROgAwIBAgIUe7rmEAdg/9OQiiR18aUEH6THSiowCgYIKoZIzj0EAwIw
    DDEKMAgGA1UEAwwBZTAeFw0yNjExMjIxNzQ5MjNaFw0zNjExMTkxNzQ5MjNaMAwx
    CjAIBgNVBAMMAWUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT2kB98vnqLH+rG
    kid9RfAQ5UooaVySIjEPJn2Ysdr1EJhBRvsa3LAzxHELlwE4o1PwQtACMNmaf6kF
    Pm6QbRo7o1MwUTAdBgNVHQ4EFgQUZNqHnlrLIyc5IYwtufuTBUQokv4wHwYDVR0j
    BBgwFoAUZNqHnlrLIyc5IYwtufuTBUQokv4wDwYDVR0TAQH/BAUwAwEB/zAKBggq
    hkjOPQQDAgNJADBGAiEA015b/f61WYfDbGEfvkyXWDZkrhoh7zeX2cezAijXAxoC
    IQCStn7vlJ/kXhnRptSvWVArGreExSMJJDSGLlMaorlpwg==
    -----END CERTIFICATE-----
    """
}
