//: # A call without a spec
//: For small things: awaited, or with closures. A half-made call is a template for others.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/text", .text("plain text"))
server.on(.get, "/user", .json(#"{"name": "Ada"}"#))

struct User: Decodable, Sendable { let name: String }

print("awaited:", try await HTTP(server.url("/text")).fetchString().value)
print("awaited:", try await HTTP(server.url("/user")).fetch(User.self).value.name)

let ended = Gate()
HTTP(server.url("/text"))
  .addOnError { error, _, _ in print("failed:", error.userMessage) }
  .addOnEnd { response, _, _ in ended.open() }
  .fetchString { text in print("with a closure:", text) }
try await ended.wait()

let template = HTTP(server.url("/none")).header("X-Shop", "1").validate { $0.statusCode == 404 }
print("from a template:", try await template.fetchResponse().value.statusCode)
