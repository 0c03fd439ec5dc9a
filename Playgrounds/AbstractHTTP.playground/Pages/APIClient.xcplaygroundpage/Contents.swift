//: # A client for an API
//: It holds what the calls of an API share: the base URL, headers, the decoder, and middleware.
import AbstractHTTP
import AbstractHTTPTesting

let (server, other) = (try LoopbackServer(), try LoopbackServer())
server.on(.get, "/users/:id") { .json(#"{"login_name": "user \#($0.parameters["id"] ?? "")"}"#) }
server.on(.get, "/zen") { .text("Keep it simple, \($0.headers["Authorization"] ?? "stranger").") }
other.on(.get, "/") { .text($0.headers["Authorization"] ?? "no credential") }

struct User: Decodable, Sendable { let loginName: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

let github = Client(baseURL: server.url("")) {
  $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
  $0.use(.retry(), .bearer(BearerTokens(BearerToken(access: "t1")) { $0 }))
}
print("a spec:", try await github.send(GetUser(id: 7)).loginName)
print("a small call:", try await github.http("/zen").fetchString().value)
let admin = github.with { $0.use(.basic(user: "admin", password: "pw")) }
print("a derived client:", try await admin.http("/zen").fetchString().value)
print("the token goes nowhere else:", try await github.http(other.url("/")).fetchString().value)
