import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Whole exchanges.
extension ConnectorRule {
  static let exchanges = [
    wholeBodies, heads, statuses, headers, user, reuse, closed, manyAtOnce, gzip, cookies, interim,
  ]

  private static let wholeBodies = ConnectorRule("bodies arrive whole, and the version is known") { tested, server in
    let connector = tested.connector()
    for size in [0, 1_024, 10_485_760] {
      server.on(.get, "/\(size)", .data(Data(repeating: 7, count: size)))
      let response = try await connector.send(server.request("/\(size)"))
      #expect(response.data == Data(repeating: 7, count: size))
      #expect(response.protocolVersion == "HTTP/1.1")
    }
  }

  private static let heads = ConnectorRule("HEAD has headers and no body") { tested, server in
    server.on(.get, "/", .text("1234"))

    let response = try await tested.connector().send(server.request("/", .head))

    #expect(response.headers["Content-Length"] == "4" && response.data.isEmpty)
  }

  private static let statuses = ConnectorRule("every status is a response") { tested, server in
    let connector = tested.connector()
    for status in [201, 204, 304, 404, 418, 503, 599] {
      server.on(.get, "/\(status)", .status(status))
      let response = try await connector.send(server.request("/\(status)"))
      #expect(response.statusCode == status && response.data.isEmpty)
    }
  }

  private static let headers = ConnectorRule("headers keep their order, case, and repetition") { tested, server in
    server.on(.get, "/", .text("").adding(["X-One": "1", "x-two": "2", "X-One": "3"]))

    let response = try await tested.connector().send(server.request("/?q=%C3%A4", headers: ["X-Sent": "a, b"]))

    #expect(response.headers.values(for: "x-one") == ["1", "3"])
    #expect(response.headers.contains { $0.name == "x-two" })
    #expect(server.requests.first?.headers["x-sent"] == "a, b")
    #expect(server.requests.first?.target == "/?q=%C3%A4")
  }

  private static let user = ConnectorRule("the user of the URL is let in") { tested, server in
    server.on(.get, "/") { .text($0.headers["Authorization"] ?? "nobody") }
    let url = try #require(URL(string: "http://ada:p%20w@127.0.0.1:\(server.port)/"))

    let response = try await tested.connector().send(Request(url: url))

    #expect(try response.text() == "Basic " + Data("ada:p w".utf8).base64EncodedString())
    #expect(response.url?.absoluteString == server.url("/"))
  }

  private static let reuse = ConnectorRule("a connection is used again") { tested, server in
    server.on(.get, "/", .text("hello"))
    let connector = tested.connector()

    for _ in 0..<5 { _ = try await connector.send(server.request("/")) }

    #expect(server.acceptedConnections == 1)
  }

  private static let closed = ConnectorRule("a connection that the server closes isn't missed") { tested, server in
    server.on(.get, "/", .text("hello").header("Connection", "close"))
    let connector = tested.connector()

    for _ in 0..<3 {
      let response = try await connector.send(server.request("/"))
      #expect(try response.text() == "hello")
    }
  }

  private static let manyAtOnce = ConnectorRule("many exchanges at once do not mix") { tested, server in
    server.on(.get, "/:n") { .text($0.parameters["n"] ?? "") }
    let connector = tested.connector()
    let requests = try (0..<40).map { try server.request("/\($0)") }

    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for request in requests { group.addTask { try await connector.send(request).text() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(texts.count == 40)
  }

  private static let gzip = ConnectorRule("compressed bodies are decompressed") { tested, server in
    let compressed = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA8vJzEtVMOTKAVFGEGqUN8ob5Y3yRnmjvFHeKG+UN8obNjwAjF9azPAKAAA=")
    )
    server.on(.get, "/", .data(compressed, type: "text/plain").header("Content-Encoding", "gzip"))

    let response = try await tested.connector().send(server.request("/"))

    #expect(try response.text() == String(repeating: "line 1\nline 2\n", count: 200))
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
  }

  private static let cookies = ConnectorRule("cookies are kept from hop to hop") { tested, server in
    server.on(.get, "/set", .redirect(to: "/get").header("Set-Cookie", "a=1; Path=/"))
    server.on(.get, "/get") { .text($0.headers["Cookie"] ?? "none") }
    let jar = CookieJar()

    let kept = try await tested.connector(.init(cookieJar: jar)).send(server.request("/set"))
    let none = try await tested.connector().send(server.request("/set"))

    #expect(try kept.text() == "a=1")
    #expect(try none.text() == "none")
    #expect(jar.cookies.map(\.name) == ["a"])
  }

  private static let interim = ConnectorRule("interim responses aren't taken for the response") { tested, server in
    server.on(.get, "/", .text("hello").preceded(by: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"))

    let response = try await tested.connector().send(server.request("/"))

    #expect(try response.statusCode == 200 && response.text() == "hello")
  }
}
