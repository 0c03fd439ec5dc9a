//: # Cookies
//: A jar keeps what servers set, sends it back, and can be saved.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(
  .post,
  "/login",
  .status(204, headers: ["Set-Cookie": "session=7f3a; Path=/; HttpOnly", "Set-Cookie": "theme=dark"])
)
server.on(.get, "/account") { request in .text(request.headers["Cookie"] ?? "no cookies") }

let connector = DefaultHTTPConnector()
connector.cookieJar = CookieJar()
let client = Client(baseURL: server.url("")) { $0.httpConnector = { connector } }

_ = try await client.http("/login").httpMethod(.post).fetchResponse().value
print("sent back:", try await client.http("/account").fetchString().value)
for cookie in connector.cookieJar.cookies(for: server.baseURL) { print("in the jar:", cookie.name, cookie.path) }

connector.cookieJar.removeAll()
print("afterwards:", try await client.http("/account").fetchString().value)
