import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

/// A rule of the transport that holds on every engine, against every server.
struct TransportRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (Site, DefaultHTTPConnector) async throws -> Void

  private init(_ sentence: String, check: @escaping @Sendable (Site, DefaultHTTPConnector) async throws -> Void) {
    testDescription = sentence
    self.check = check
  }

  static let all: [TransportRule] = [
    wholeBodies, headWithoutBody, statuses, redirects, loops, keptMethods, compression, authorization,
    closedConnections,
    manyAtOnce, limits, timeouts, bodies, cookies,
  ]

  private static let wholeBodies = TransportRule("bodies arrive whole") { site, connector in
    for (path, size) in [site.resource, site.long] {
      let response = try await connector.response(to: Request(site.url(path)))
      #expect(response.statusCode == 200)
      #expect(response.data.count == size)
    }
  }

  private static let headWithoutBody = TransportRule("HEAD has headers and no body") { site, connector in
    let response = try await connector.response(to: Request(site.url(site.resource.path), httpMethod: .head))
    #expect(response.statusCode == 200)
    #expect(response.data.isEmpty)
    #expect(response.headers["Content-Length"] == "\(site.resource.size)")
  }

  private static let statuses = TransportRule("every status is a response") { site, connector in
    let noContent = try await connector.response(to: Request(site.url(site.noContent)))
    let missing = try await connector.response(to: Request(site.url(site.missing)))
    #expect(noContent.statusCode == 204 && noContent.data.isEmpty)
    #expect(missing.statusCode == 404)
  }

  private static let redirects = TransportRule("redirects are followed to their end") { site, connector in
    let response = try await connector.response(to: Request(site.url(site.redirect.path)))
    connector.isRedirectEnabled = false
    let unfollowed = try await connector.response(to: Request(site.url(site.redirect.path)))
    #expect(response.statusCode == 200)
    #expect(response.url?.path == site.redirect.end)
    #expect(unfollowed.statusCode == 302)
  }

  private static let loops = TransportRule("a redirect loop ends") { site, connector in
    guard let loop = site.loop else { return }
    let error = await connector.urlError(of: try Request(site.url(loop)))
    #expect(error == .httpTooManyRedirects)
  }

  private static let keptMethods = TransportRule("307 keeps method and body") { site, connector in
    guard let path = site.echoingRedirect else { return }
    let response = try await connector.response(to: Request(site.url(path), httpMethod: .post, body: "a body"))
    #expect(try response.text().contains("POST"))
  }

  private static let compression = TransportRule("compressed bodies are decompressed") { site, connector in
    guard let (path, start) = site.compressed else { return }
    let response = try await connector.response(to: Request(site.url(path)))
    #expect(try response.text().contains(start))
    #expect(response.headers["Content-Encoding"] == "gzip")
  }

  private static let authorization = TransportRule("the user of the URL is let in") { site, connector in
    guard let path = site.privately else { return }
    let outside = try await connector.response(to: Request(site.url(path)))
    let url = site.url(path).replacingOccurrences(of: "://", with: "://user:password@")
    let inside = try await connector.response(to: Request(url))
    #expect(outside.statusCode == 401)
    #expect(inside.statusCode == 200)
    #expect(inside.url?.absoluteString == site.url(path))
  }

  private static let closedConnections = TransportRule("a closed connection is not missed") { site, connector in
    guard let path = site.closing else { return }
    for _ in 0..<3 {
      let response = try await connector.response(to: Request(site.url(path)))
      #expect(response.data.count == 1_024)
    }
  }

  private static let manyAtOnce = TransportRule("many exchanges at once do not mix") { site, connector in
    let (request, size) = (try Request(site.url(site.resource.path)), site.resource.size)
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { try await connector.response(to: request).data.count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes == Array(repeating: size, count: 40))
  }

  private static let limits = TransportRule("a response beyond the limit is refused") { site, connector in
    connector.maximumResponseSize = 2_000
    let response = try await connector.response(to: Request(site.url(site.resource.path)))
    let error = await connector.urlError(of: try Request(site.url(site.long.path)))
    #expect(response.data.count == site.resource.size)
    #expect(error == .dataLengthExceedsMaximum)
  }

  private static let timeouts = TransportRule("a silent server is not waited for") { site, connector in
    guard let path = site.slow else { return }
    connector.timeoutInterval = 0.5
    let error = await connector.urlError(of: try Request(site.url(path)))
    #expect(error == .timedOut)
  }

  private static let bodies = TransportRule("a body is sent") { site, connector in
    guard let path = site.echo else { return }
    let text = String(repeating: "0123456789", count: 20_000)
    let response = try await connector.response(to: Request(site.url(path), httpMethod: .post, body: text))
    #expect(try response.text().contains(text))
  }

  private static let cookies = TransportRule("cookies are kept from hop to hop") { site, connector in
    guard let (set, get) = site.cookies else { return }
    let first = try await connector.response(to: Request(site.url(set)))
    let second = try await connector.response(to: Request(site.url(get)))
    #expect(first.statusCode == 200)
    for response in [first, second] {
      let text = try response.text()
      #expect(text.contains("\"a\": \"1\"") || text.contains("a=1"))
    }
  }
}
