#if os(Linux)
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Each capability over HTTP/1.1 and over HTTP/2, both with TLS, which HTTP/2 takes.
  ///
  /// The servers are those of `.ci/servers`, whose certificates the environment has to trust:
  /// `CURL_CA_BUNDLE=$ABSTRACTHTTP_AUTHORITY`.
  ///
  /// What can't run over HTTP/2 here:
  /// - Trailers of a request: libcurl sends none there, so such a request is sent over HTTP/1.1 (`RequestTrailersTests`).
  /// - `Expect: 100-continue`, chunks, and a connection that the server closes after a response: HTTP/2 has none of them.
  /// - The faults of a server within a head or a frame: no server here sends them (`WireFaultTests` does, over HTTP/1.1).
  /// - `URLSession`, the fallback on Linux: it trusts no authority that the environment names.
  @Suite(.serialized, .enabled(if: CapableSite.isTrusted), .timeLimit(.minutes(2)))
  struct CapabilityTests {
    @Test(arguments: CapableSite.Wire.allCases, Capability.all)
    func `holds over each version of HTTP`(wire: CapableSite.Wire, capability: Capability) async throws {
      let site = try #require(CapableSite(wire))

      try await capability.check(site, TestedEngine.libcurl.connector())
    }
  }

  /// Two servers that speak one version of HTTP: nginx, and what it can't do.
  struct CapableSite: Sendable {
    enum Wire: String, CaseIterable, CustomTestStringConvertible {
      case http1 = "HTTP/1.1"
      case http2 = "HTTP/2"

      var testDescription: String { rawValue }
    }

    let wire: Wire
    /// nginx: `/1k`, `/10m`, `/measured/10m`, `/trailers/text.txt`.
    let files: String
    /// `.ci/capable.py`.
    let app: String

    init?(_ wire: Wire) {
      let environment = ProcessInfo.processInfo.environment
      let number = wire == .http1 ? 1 : 2
      guard let files = environment["ABSTRACTHTTP_HTTP\(number)"],
        let app = environment["ABSTRACTHTTP_CAPABLE\(number)"]
      else { return nil }
      (self.wire, self.files, self.app) = (wire, files, app)
    }

    /// `.ci/interleaved.py`.
    static let interleaved = ProcessInfo.processInfo.environment["ABSTRACTHTTP_INTERLEAVED"]

    static var isTrusted: Bool {
      let environment = ProcessInfo.processInfo.environment
      guard let authority = environment["ABSTRACTHTTP_AUTHORITY"] else { return false }
      return environment["CURL_CA_BUNDLE"] == authority && CapableSite(.http1) != nil && CapableSite(.http2) != nil
    }

    func file(_ path: String) throws -> Request { try Request(files + path) }

    func app(_ path: String, _ method: HTTPMethod = .get, body: RequestBody? = nil) throws -> Request {
      var request = try Request(app + path, httpMethod: method)
      request.body = body
      return request
    }

    func stream(_ path: String) throws -> Request {
      var request = try app(path)
      request.delivery = .stream
      return request
    }

    /// A name that no other test uses.
    static var name: String { UUID().uuidString }
  }

  /// What a client of HTTP can do, whatever version the server speaks.
  struct Capability: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (CapableSite, DefaultHTTPConnector) async throws -> Void

    init(_ sentence: String, check: @escaping @Sendable (CapableSite, DefaultHTTPConnector) async throws -> Void) {
      testDescription = sentence
      self.check = check
    }

    static let all = exchanges + streams + bodies
  }
#endif
