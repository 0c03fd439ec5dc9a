//: # A client for an API
//: A `Client` holds what the calls of an API share: the base URL, headers, the decoder, and middleware. Each spec then says only
//: what differs.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/users/7") { request in
  let login = request.headers["Authorization"] == "Bearer t1" ? "ada" : "nobody"
  return .text("{\"login_name\": \"\(login)\"}")
}
server.on(.get, "/zen", .text("Keep it simple."))
server.on(.get, "/admin") { request in .text(request.headers["Authorization"] ?? "no credential") }

struct User: Decodable, Sendable { let loginName: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

let tokens = BearerTokens(BearerToken(access: "t1")) { old in old }
let github = Client(baseURL: server.url("")) {
  $0.headers["Accept-Language"] = "en"
  $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
  $0.use(.retry(), .bearer(tokens))
}

//: Send a spec …
let user = try await github.send(GetUser(id: 7))
print("user:", user.loginName)

//: … start a connection of it, with everything that a connection has …
let promise = github.connection(GetUser(id: 7))
  .addOnError { error, _, _ in print("failed:", error) }
  .start()
print("again:", try await promise.value.loginName)

//: … or make a small call.
print("zen:", try await github.http("/zen").fetchString().value)

//: A derived client has its own settings, and leaves the first client as it is. Its credential replaces the inherited one.
let admin = github.with { $0.use(.basic(user: "admin", password: "secret")) }
print("admin:", try await admin.http("/admin").fetchString().value.prefix(6))
print("first client:", try await github.http("/admin").fetchString().value.prefix(7))

//: The token goes to the client's server and nowhere else.
let other = try LoopbackServer()
other.on(.get, "/") { request in .text(request.headers["Authorization"] ?? "no credential") }
print("elsewhere:", try await github.http(other.url("/")).fetchString().value)
