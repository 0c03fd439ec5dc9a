import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Redirects, by the connector's policy and by the request's.
extension ConnectorRule {
  static let redirects = [followed, never, option, loops, keptMethods, changedMethods, origins, onceOnly]

  private static let followed = ConnectorRule("redirects are followed to their end") { tested, server in
    server.on(.get, "/", .redirect(to: "/there?a=1")).on(.get, "/there", .text("there"))

    let response = try await tested.connector().send(server.request("/"))

    #expect(try response.text() == "there")
    #expect(response.url?.absoluteString == server.url("/there?a=1"))
    #expect(server.acceptedConnections == 1)
  }

  private static let never = ConnectorRule("a redirect that isn't followed is the response") { tested, server in
    server.on(.get, "/", .redirect(to: "/there"))

    let response = try await tested.connector(.init(redirectPolicy: .never)).send(server.request("/"))

    #expect(response.statusCode == 302)
    #expect(server.requestCount == 1)
  }

  private static let option = ConnectorRule("a request's policy overrides the connector's") { tested, server in
    server.on(.get, "/", .redirect(to: "/there"))
    var request = try server.request("/")
    request.options[RedirectPolicy.self] = .deciding { response, next in
      response.statusCode == 302 && next.url.path == "/there" ? .stop : .follow
    }

    #expect(try await tested.connector().send(request).statusCode == 302)
  }

  private static let loops = ConnectorRule("a redirect loop ends") { tested, server in
    server.on(.get, "/", .redirect(to: "/"))

    let error = try await tested.connector().failure(of: server.request("/"))

    #expect(error?.urlError?.code == .httpTooManyRedirects)
    #expect(server.requestCount == 21)
  }

  private static let keptMethods = ConnectorRule("307 keeps the method and the body") { tested, server in
    server.on(.put, "/", .redirect(to: "/there", status: 307)).on(.put, "/there") { .text($0.text) }

    let response = try await tested.connector().send(server.request("/", .put, body: RequestBody(Data("body".utf8))))

    #expect(try response.text() == "body")
  }

  private static let changedMethods = ConnectorRule("303 drops the method and the body") { tested, server in
    server.on(.post, "/", .redirect(to: "/there", status: 303))
    server.on(.get, "/there") { .text("\($0.body.count) \($0.headers["Content-Type"] ?? "no type")") }
    let body = RequestBody(Data("body".utf8), contentType: "text/plain")

    let response = try await tested.connector().send(server.request("/", .post, body: body))

    #expect(try response.text() == "0 no type")
  }

  private static let origins = ConnectorRule("no credential is sent to another origin") { tested, server in
    let other = try LoopbackServer()
    other.on(.get, "/", .text("other"))
    server.on(.get, "/", .redirect(to: other.url("/")))
    let secrets: HTTPHeaders = [
      "Authorization": "a", "Cookie": "b=1", "X-API-Key": "c", "X-Custom": "d", "Accept": "*/*",
    ]

    let response = try await tested.connector().send(server.request("/", headers: secrets))

    let received = try #require(other.requests.first).headers
    #expect(try response.text() == "other")
    #expect(!["Authorization", "Cookie", "X-API-Key", "X-Custom"].contains(where: received.contains))
    #expect(received["Accept"] == "*/*")
  }

  private static let onceOnly = ConnectorRule("a body that can be sent once isn't sent to a redirect") {
    tested,
    server in
    server.on(.post, "/", .redirect(to: "/there", status: 307))
    let body = RequestBody(BodyStream(knownLength: 4, replay: .once) { try await $0.write(Data("body".utf8)) })

    let error = try await tested.connector().failure(of: server.request("/", .post, body: body))

    #expect(error?.urlError?.code == .requestBodyStreamExhausted)
    #expect(server.requestCount == 1)
  }
}
