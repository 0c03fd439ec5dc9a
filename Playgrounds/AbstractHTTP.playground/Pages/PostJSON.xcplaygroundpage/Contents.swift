//: # Posting JSON
//: From an `Encodable` value, or from JSON without a type.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.post, "/users") { request in .text("\(request.headers["Content-Type"] ?? ""): \(request.text)", status: 201)
}

struct NewUser: Encodable, Sendable {
  let name: String
  let admin: Bool
}

let users = HTTP(server.url("/users")).httpMethod(.post)
print(try await users.body(json: NewUser(name: "Ada", admin: true)).fetchString().value)
let json: JSON = ["name": "Grace", "tags": ["admiral", nil]]
print(try await users.body(json: json).fetchString().value)
