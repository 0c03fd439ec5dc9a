//: # Calls in a chain
//: A value goes through the `success` handlers, and a failure passes them. `recover` replaces it with a value.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/user", .json(#"{"id": 7, "name": "Ada"}"#))
server.on(.get, "/users/7/posts", .json(#"["On engines", "On looms"]"#))

struct User: Decodable, Sendable {
  let id: Int
  let name: String
}

let client = Client(baseURL: server.url(""))
let titles = client.http("/user").fetch(User.self)
  .success { user in client.http("/users/\(user.id)/posts").fetch([String].self) }
  .success { titles in titles.joined(separator: ", ") }
print("posts:", try await titles.value)

let recovered = client.http("/missing").fetchString()
  .success { text in "never called with \(text)" }
  .failure { error, isCancelled in print("failed:", error?.userMessage ?? "cancelled") }
  .recover { _, _ in "a default" }
print("recovered:", try await recovered.value)
