// The code in the right column of the guide "Coming from OkHttp".
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

enum TraceId: RequestContextKey { typealias Value = String }

struct User: Codable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

func client(_ client: Client, _ connector: DefaultHTTPConnector, _ folder: URL, _ tokens: BearerTokens) {
  _ = Client(baseURL: "https://api.example.com") { $0.use(.retry()) }
  _ = client.with { $0.use(.timeout(total: .seconds(30))) }
  _ = client.with { $0.use(.cache(FileCache(directory: folder, byteLimit: 10_000_000))) }
  _ = client.with { $0.use(.bearer(tokens)) }
  _ = client.with { $0.use(.challenged { challenge in .user("ada", password: "secret") }) }
  _ = client.with { $0.use(.basic(user: "ada", password: "secret")) }
  _ = client.with { $0.use(.log(.body, masking: ["X-Tenant"])) }
  _ = client.with { $0.use(.concurrencyLimit(5)) }
  _ = client.with { $0.use(.observe { event in print(event.time, event.kind) }) }
  _ = client.with { $0.httpConnector = { connector } }
  connector.timeoutInterval = 10
  connector.isRedirectEnabled = false
  connector.isCookieEnabled = false
  connector.cookieJar = CookieJar()
  print(client.count, client.connections)
  client.cancelAll()
}

func middleware() -> [Middleware] {
  let once = Middleware("locale", at: .call) { request, next in
    var request = request
    request.headers["Accept-Language"] = "en"
    return try await next(request)
  }
  let eachAttempt = Middleware("time", at: .attempt) { request, next in
    var request = request
    if request.body == nil { request.context[TraceId.self] = "7f3a" }
    return try await next(request)
  }
  return [once, eachAttempt]
}

func calls(_ client: Client, _ connection: Connection<User>, _ url: String, _ file: URL, _ photo: Data) async throws {
  _ = try await client.send(GetUser(id: 7))
  _ = client.connection(GetUser(id: 7)).start()
  connection.cancel()
  connection.restart()
  _ = HTTP(url).headers(["Accept": "application/json"])
  _ = HTTP(url).urlQuery(["q": "a b"])
  _ = HTTP(url).httpMethod(.post).body(form: ["q": "a b"])
  _ = HTTP(url).httpMethod(.post).body(RequestBody(Data("# Title".utf8), contentType: "text/markdown"))
  _ = HTTP(url).httpMethod(.post).body(RequestBody(file: file, contentType: "text/markdown"))
  _ = HTTP(url).httpMethod(.post).body([.text("Logo", name: "title"), .file(file, name: "image")])
  _ = RequestBody(BodyStream { writer in try await writer.write(photo) })
  _ = HTTP(url).download(to: .file(file))
  _ = HTTP(url).fetchStream()
  for try await line in HTTP(url).lines() { print(line) }
  for try await event in HTTP(url).events() { print(event.event, event.data) }
  _ = Request(url: file, headers: ["Cache-Control": "no-cache"])
  _ = Request(url: file, headers: ["Cache-Control": "only-if-cached, max-stale=86400"])
  let response = try await HTTP(url).fetchResponse().value
  print(response.statusCode, response.headers, response.url ?? "", response.source, response.request ?? "")
  print(response.headers.values(for: "Set-Cookie"), try response.text(), try response.decoded(as: User.self))
}

struct Search: TargetType {
  let words: String
  var baseURL: URL { URL(filePath: "/") }
  var path: String { "/users/\(segment: words)" }
}

func serve(_ text: String) async throws {
  let server = try LoopbackServer()
  server.on(.get, "/users/7", .json(text))
  server.on(.get, "/users/:id") { .text($0.path) }
  server.on(.get, "/slow", .body(["a", .delay(.seconds(1)), "b"]))
  server.on(.get, "/broken", .fault(.resetInBody))
  _ = try await server.waitForRequests(1)
}

func trust(_ connector: DefaultHTTPConnector, _ root: String, _ key: String) {
  connector.tls.pins = ["api.example.com": ["sha256/X3pGTSOuJeEVw989IJ/cEtXUEmy52zs1TZQrU06KUKg="]]
  connector.tls.authorities = .pem(root)
  connector.tls.identity = .pem(certificate: root, key: key)
  connector.tls.minimumVersion = .tls13
  connector.addresses = ["api.example.com": ["127.0.0.1"]]
  connector.proxy = .socks5("127.0.0.1", port: 1080)
  print(ProxyLogin(user: "ada", password: "secret"))
  connector.connectTimeout = .seconds(5)
  connector.pool = ConnectionPool(connectionsPerHost: 6, idleTime: .seconds(30))
  connector.closeIdleConnections()
  connector.pool.httpVersion = .http1
  connector.pool.httpVersion = .http2PriorKnowledge
  connector.socketPath = "/var/run/docker.sock"
}
