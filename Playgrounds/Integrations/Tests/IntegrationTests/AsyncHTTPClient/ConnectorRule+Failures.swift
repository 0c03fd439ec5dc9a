import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// How exchanges fail.
extension ConnectorRule {
  static let failures = [refused, silent, faults, invalid, unknownHost, schemes]

  private static let refused = ConnectorRule("a server that doesn't listen is unreachable") { tested, _ in
    let server = try UnreachableServer(.refusing)
    let url = try #require(URL(string: server.url("/")))

    let error = await tested.connector().failure(of: Request(url: url))

    #expect(error?.type == .network && error?.isUnreachable == true)
  }

  private static let silent = ConnectorRule("a silent server is not waited for") { tested, server in
    server.on(.get, "/", .fault(.silence)).on(
      .get,
      "/stalled",
      .body(["12345", .silence]).header("Content-Length", "10")
    )
    let connector = tested.connector(.init(timeout: .milliseconds(300)))

    for path in ["/", "/stalled"] {
      let error = try await connector.failure(of: server.request(path))
      #expect(error?.isTimeout == true)
    }
  }

  private static let faults = ConnectorRule("every fault of a server is an error of the network") { tested, server in
    let connector = tested.connector()
    for fault in Reply.Fault.allCases where fault != .silence {
      server.on(.get, "/\(fault)", .fault(fault))
      let error = try await connector.failure(of: server.request("/\(fault)"))
      #expect(error?.type == .network, "\(fault)")
      #expect(error?.urlError != nil, "\(fault): \(String(describing: error))")
    }
  }

  private static let invalid = ConnectorRule("a request that can't be sent isn't") { tested, server in
    let connector = tested.connector()
    let requests = [
      try server.request("/", HTTPMethod("BAD METHOD")), try server.request("/", headers: ["X": "a\r\nY: b"]),
      try server.request("/", headers: ["Bad Name": "a"]),
    ]

    for request in requests { #expect(await connector.failure(of: request)?.nativeError is InvalidRequest) }

    #expect(await connector.failure(of: try server.request("/", .connect))?.nativeError is TransferRefusal)
    #expect(server.requestCount == 0)
  }

  private static let unknownHost = ConnectorRule("a host without an address is unreachable") { tested, _ in
    let url = try #require(URL(string: "http://nobody.invalid/"))

    let error = await tested.connector().failure(of: Request(url: url))

    #expect(error?.urlError?.code == .cannotFindHost)
  }

  private static let schemes = ConnectorRule("a redirect to what isn't http fails") { tested, server in
    server.on(.get, "/", .redirect(to: "ftp://127.0.0.1/"))

    let error = try await tested.connector().failure(of: server.request("/"))

    #expect(error?.urlError?.code == .unsupportedURL)
  }
}
