#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  @Suite(.enabled(if: Program.exists("openssl")), .timeLimit(.minutes(2)))
  struct TLSSettingsTests {
    private let files: TLSFiles
    private let connector: DefaultHTTPConnector

    init() async throws {
      files = try await TLSFiles()
      connector = DefaultHTTPConnector()
      connector.timeoutInterval = 60
      connector.tls.authorities = .pem(try files.text("authority.pem"))
    }

    private func status(_ url: String) async throws -> Int {
      try await connector.response(to: Request(url)).statusCode
    }

    // MARK: - Authorities

    @Test func `trusts the authorities that it is given, and no others`() async throws {
      let server = try TLSServer(files)
      let text = try files.text("authority.pem")
      let file = URL(filePath: files.path("authority.pem"))

      for authorities in [TLSAuthorities.pem(text), .file(file), .systemAnd(pem: text)] {
        connector.tls.authorities = authorities
        #expect(try await status(server.url()) == 200)
      }
      for authorities in [TLSAuthorities.system, .pem(try files.text("other.pem"))] {
        connector.tls.authorities = authorities
        #expect(await connector.urlError(of: try Request(server.url())) == .serverCertificateHasUnknownRoot)
      }
    }

    @Test func `a certificate of another name is not trusted`() async throws {
      let server = try TLSServer(files)

      let error = try await connector.urlError(of: Request(server.url("127.0.0.1")))

      #expect(error == .serverCertificateUntrusted)
    }

    @Test func `does not verify the hosts that are named, and those alone`() async throws {
      let server = try TLSServer(files)
      connector.tls = TLSSettings(unverifiedHosts: ["LocalHost"])

      #expect(try await status(server.url()) == 200)
      let error = try await connector.urlError(of: Request(server.url("127.0.0.1")))

      // NB: neither its authority nor its name is trusted, and later versions may say the latter.
      let isNamed = !TestedEngine.isReference && error == .serverCertificateUntrusted
      #expect(error == .serverCertificateHasUnknownRoot || isNamed)
    }

    @Test func `connects to the addresses of a host, and still wants its certificate`() async throws {
      let server = try TLSServer(files)
      connector.addresses = ["API.test": ["127.0.0.1"], "wrong.test": ["127.0.0.1"]]

      #expect(try await status(server.url("api.test")) == 200)
      #expect(await connector.urlError(of: try Request(server.url("wrong.test"))) == .serverCertificateUntrusted)
    }

    // MARK: - Pins

    @Test func `a server with the pinned key gets the request`() async throws {
      let server = try TLSServer(files)
      let pin = PublicKeyPin(try files.text("server.pin"))

      for pattern in ["localhost", "LOCALHOST."] {
        connector.tls.pins = [pattern: [PublicKeyPin("sha256/\(Self.otherPin)"), pin]]
        #expect(try await status(server.url()) == 200)
      }
      connector.addresses = ["a.b.test": ["127.0.0.1"]]
      connector.tls.unverifiedHosts = ["a.b.test"]
      connector.tls.pins = ["*.test": [pin]]
      #expect(try await status(server.url("a.b.test")) == 200)
    }

    private static let otherPin = Data(repeating: 7, count: 32).base64EncodedString()

    @Test func `a server with another key gets nothing, and is not tried again`() async throws {
      let server = try TLSServer(files)
      var policy = RetryPolicy(limit: 3, backoff: .constant(.zero), budget: nil)
      policy.isTransient = { _ in true }
      let count = Record<Int>()
      let counting = Middleware("count", at: .attempt) { request, next in
        count.add(1)
        return try await next(request)
      }
      let stage = Stage.sending(over: connector).wrapped(in: [.retry(policy), counting])
      connector.tls.pins = ["localhost": [PublicKeyPin(Self.otherPin)]]

      let error = await #expect(throws: ConnectionError.self) { try await stage(Request(server.url())) }

      #expect(error?.nativeError as? PinMismatch == PinMismatch(host: "localhost"))
      #expect(error?.isTLSFailure == true)
      #expect(count.all == [1])
    }

    @Test func `a pin holds for a host that is not verified, and with a dot after its name`() async throws {
      let server = try TLSServer(files)
      connector.tls = TLSSettings(
        pins: ["localhost": [PublicKeyPin(Self.otherPin)]],
        unverifiedHosts: ["localhost"]
      )
      connector.addresses = ["localhost": ["127.0.0.1"]]

      for host in ["localhost", "localhost.", "LOCALHOST"] {
        await #expect(throws: PinMismatch.self) { try await status(server.url(host)) }
      }
    }

    @Test func `a pin of another host does not count, and the own name comes before a pattern`() async throws {
      let server = try TLSServer(files)
      let wrong = PublicKeyPin(Self.otherPin)
      connector.addresses = ["api.test": ["127.0.0.1"]]

      connector.tls.pins = ["example.com": [wrong], "*.localhost": [wrong]]
      #expect(try await status(server.url()) == 200)

      connector.tls.pins = ["*.test": [wrong], "api.test": [PublicKeyPin(try files.text("server.pin"))]]
      #expect(try await status(server.url("api.test")) == 200)
    }

    @Test func `a request without TLS to a host with a pin is not sent, nor is a redirect to it followed`() async throws
    {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("hello")).on(
        .get,
        "/there",
        .redirect(to: server.url().replacing("127.0.0.1", with: "localhost"))
      )
      connector.tls.pins = ["localhost": [PublicKeyPin(Self.otherPin)]]

      for url in ["http://localhost:\(server.port)/", server.url("/there")] {
        await #expect(throws: TransferRefusal.unprotectedPin(host: "localhost")) { try await status(url) }
      }
      #expect(server.requests.map(\.target) == ["/there"])
    }

    @Test func `a pin is made of a certificate or a key, as openssl makes it`() throws {
      let pin = try files.text("server.pin")

      #expect(try PublicKeyPin(certificatePEM: files.text("server.pem")).base64 == pin)
      #expect(try PublicKeyPin(publicKeyPEM: files.text("server.pub")).base64 == pin)
      #expect(throws: InvalidCertificate.self) { try PublicKeyPin(certificatePEM: files.text("server.pub")) }
    }

    @Test func `a certificate that is cut is malformed wherever it is cut`() throws {
      let bytes = Array(try #require(PEM.blocks(of: "CERTIFICATE", in: files.text("server.pem")).first))

      for count in bytes.indices { #expect(DERReader.publicKeyInfo(ofCertificate: Array(bytes[..<count])) == nil) }
      for index in bytes.indices {
        var changed = bytes
        changed[index] = 0xFF
        _ = DERReader.publicKeyInfo(ofCertificate: changed)
      }
    }

    // MARK: - Client certificates and versions

    @Test func `presents its certificate to a server that asks for one`() async throws {
      let server = try TLSServer(
        files,
        ["-Verify", "1", "-CAfile", files.path("authority.pem"), "-verify_return_error"]
      )
      let (certificate, key) = (try files.text("client.pem"), try files.text("client.key"))
      let identities: [ClientIdentity] = [
        .pem(certificate: certificate, key: key),
        .pem(certificate: certificate, key: try files.text("locked.key"), password: "secret"),
        .pkcs12(try files.data("client.p12"), password: "secret"),
      ]

      #expect(await connector.urlError(of: try Request(server.url())) == .clientCertificateRequired)
      for identity in identities {
        connector.tls.identity = identity
        #expect(try await status(server.url()) == 200)
      }
    }

    @Test func `a wrong password or key fails`() async throws {
      let server = try TLSServer(files)
      let identities: [ClientIdentity] = [
        .pkcs12(try files.data("client.p12"), password: "wrong"),
        .pem(certificate: "nothing", key: "nothing"),
      ]

      for identity in identities {
        connector.tls.identity = identity
        #expect(await connector.urlError(of: try Request(server.url())) == .secureConnectionFailed)
      }
    }

    @Test func `a redirect to another origin does not get the certificate`() async throws {
      let server = try TLSServer(files, ["-Verify", "1", "-CAfile", files.path("authority.pem")])
      let other = try LoopbackServer()
      other.on(.get, "/", .redirect(to: server.url()))
      connector.tls.identity = .pem(certificate: try files.text("client.pem"), key: try files.text("client.key"))

      #expect(try await status(server.url()) == 200)
      for policy in [RedirectPolicy.follow, .deciding { _, next in .send(next) }] {
        connector.redirectPolicy = policy
        #expect(await connector.urlError(of: try Request(other.url())) == .clientCertificateRequired)
      }
      let url = server.url()
      connector.redirectPolicy = .deciding { _, next in .send(try Request(url + "?named")) }
      other.on(.get, "/", .redirect(to: "/there"))
      #expect(try await status(other.url()) == 200)
    }

    @Test func `the versions of TLS have bounds`() async throws {
      let (old, new) = (try TLSServer(files, ["-tls1_2"]), try TLSServer(files, ["-tls1_3"]))

      connector.tls.minimumVersion = .tls13
      #expect(await connector.urlError(of: try Request(old.url())) == .secureConnectionFailed)
      #expect(try await status(new.url()) == 200)

      connector.tls.minimumVersion = .tls12
      connector.tls.maximumVersion = .tls12
      #expect(try await status(old.url()) == 200)
      #expect(await connector.urlError(of: try Request(new.url())) == .secureConnectionFailed)
    }

    @Test func `a request has settings of its own, and the next has those of the connector again`() async throws {
      let server = try TLSServer(files)
      var request = try Request(server.url())
      request.options[TLSSettings.self] = TLSSettings(
        authorities: connector.tls.authorities,
        pins: ["localhost": [PublicKeyPin(Self.otherPin)]]
      )

      await #expect(throws: PinMismatch.self) { try await connector.response(to: request) }
      #expect(try await status(server.url()) == 200)
    }
  }
#endif
