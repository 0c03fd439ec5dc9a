import AbstractHTTP
import AbstractHTTPTesting
import Foundation
@testable import TestSupport

/// What a server offers to the rules of the transport, by path; `nil` where it has nothing of the kind.
struct Site: Sendable {
  var base: String
  /// A resource, and the number of its bytes.
  var resource = (path: "/1k", size: 1_024)
  var long = (path: "/10m", size: 10_485_760)
  /// A resource whose connection the server closes.
  var closing: String?
  /// A resource that is compressed, and what it begins with.
  var compressed: (path: String, start: String)?
  var noContent = "/status/204"
  var missing = "/status/404"
  /// A redirect by `GET`, and the path that it ends at.
  var redirect = (path: "/redirect/302", end: "/1k")
  var loop: String?
  /// A redirect that keeps the method, to something that tells it.
  var echoingRedirect: String?
  /// A resource for `user` with the password `password`.
  var privately: String?
  /// A resource that takes longer than half a second.
  var slow: String?
  /// Something that tells the body of a POST.
  var echo: String?
  /// Something that sets the cookie `a=1`, and something that tells the cookies.
  var cookies: (set: String, get: String)?

  func url(_ path: String) -> String { base + path }

  /// The nginx that `.ci/servers` starts.
  static var nginx: Site? {
    ProcessInfo.processInfo.environment["ABSTRACTHTTP_NGINX"].map { base in
      var site = Site(base: base)
      site.closing = "/close/1k"
      site.compressed = ("/gzip/text.txt", "line 1\nline 2\n")
      site.loop = "/redirect/loop"
      site.echoingRedirect = "/redirect/307"
      site.privately = "/private/1k"
      return site
    }
  }

  /// The httpbin that `.ci/servers` starts.
  static var httpbin: Site? {
    ProcessInfo.processInfo.environment["ABSTRACTHTTP_HTTPBIN"].map { base in
      var site = Site(base: base)
      site.resource = ("/bytes/1024", 1_024)
      site.long = ("/bytes/100000", 100_000)
      site.compressed = ("/gzip", "{\n  \"gzipped\": true")
      site.redirect = ("/redirect/3", "/get")
      site.echoingRedirect = "/redirect-to?url=/anything&status_code=307"
      site.privately = "/basic-auth/user/password"
      site.slow = "/delay/8"
      site.echo = "/post"
      site.cookies = ("/cookies/set?a=1", "/cookies")
      return site
    }
  }

  /// The same resources on a loopback server.
  static func loopback(_ server: LoopbackServer) -> Site {
    server.on(.get, "/1k", .data(Data(repeating: 1, count: 1_024)))
    server.on(.get, "/10m", .data(Data(repeating: 2, count: 10_485_760)))
    server.on(.get, "/closing", .data(Data(repeating: 1, count: 1_024)).header("Connection", "close"))
    server.on(.get, "/status/204", .status(204)).on(.get, "/status/404", .text("sorry", status: 404))
    server.on(.get, "/redirect/302", .redirect(to: "/1k")).on(.get, "/redirect/loop", .redirect(to: "/redirect/loop"))
    server.on(.post, "/redirect/307", .redirect(to: "/echo", status: 307))
    server.on(.post, "/echo") { .text("\($0.method) \($0.text)") }
    server.on(.get, "/private") { request in
      let isUser = request.headers["Authorization"] == "Basic " + Data("user:password".utf8).base64EncodedString()
      return isUser ? .text("welcome") : .status(401, headers: ["WWW-Authenticate": "Basic realm=\"files\""])
    }
    server.on(.get, "/slow", .fault(.silence))
    server.on(.get, "/cookies/set", .redirect(to: "/cookies").header("Set-Cookie", "a=1; Path=/"))
    server.on(.get, "/cookies") { .json(#"{"cookies": "\#($0.headers["Cookie"] ?? "")"}"#) }
    var site = Site(base: server.url(""))
    (site.closing, site.loop, site.echoingRedirect) = ("/closing", "/redirect/loop", "/redirect/307")
    (site.privately, site.slow, site.echo) = ("/private", "/slow", "/echo")
    site.cookies = ("/cookies/set", "/cookies")
    return site
  }
}
