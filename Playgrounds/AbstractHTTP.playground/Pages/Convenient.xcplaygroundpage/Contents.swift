//: # Without a spec
//: For the small things: a request and what is made of its response, in one chain.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/text", .text("plain text"))
server.on(.post, "/echo") { request in .text("\(request.headers["X-Kind"] ?? ""): \(request.body.count) bytes") }
server.on(.get, "/user", .json(#"{"name": "Ada"}"#))

struct User: Decodable, Sendable { let name: String }

//: Awaited …
print(try await HTTP(server.url("/text")).fetchString().value)
print(try await HTTP(server.url("/user")).fetch(User.self).value.name)

//: … or with closures: the started connection comes back, to be cancelled, say.
let ended = Gate()
let connection = HTTP(server.url("/echo"))
  .httpMethod(.post)
  .headers(["X-Kind": "raw"])
  .body(Data("12345".utf8))
  .setupDefaultHTTPConnector { $0.timeoutInterval = 2.5 }
  .addOnError { error, _, _ in print(error) }
  .addOnEnd { response, _, _ in
    print("ended with \(response?.statusCode ?? 0)")
    ended.open()
  }
  .fetchString { text in print(text) }
try await ended.wait()

//: A chain is a value: a half-made one serves as a template.
let template = HTTP(server.url("/missing")).validate { $0.statusCode == 404 }
print(try await template.fetchResponse().value.statusCode)
