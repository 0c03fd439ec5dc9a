//: # Chained from end to end
//: A connection's promise, in SwiftTask's manner: values flow through `success`, failures through `failure`.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/user", .json(#"{"id": 7, "name": "Ada"}"#))
server.on(.get, "/users/7/posts", .json(#"["On engines", "On looms"]"#))

struct User: Decodable, Sendable {
  let id: Int
  let name: String
}

let base = server.url("")
let titles =
  HTTP(base + "/user").fetch(User.self)
  .progress { _, progress in print("received \(progress.received) bytes") }
  .success { user in
    print("user:", user.name); return user
  }
  .success { user in HTTP("\(base)/users/\(user.id)/posts").fetch([String].self) }
  .success { titles in titles.joined(separator: ", ") }
print("posts:", try await titles.value)

//: A failure passes the success handlers. A failure handler observes it, and `recover` replaces it with a value.
let recovered =
  HTTP(base + "/missing").fetchString()
  .success { text in
    print("never called"); return text
  }
  .failure { error, isCancelled in if !isCancelled { print("failed:", error.map { "\($0)" } ?? "") } }
  .recover { _, _ in "a default" }
print("recovered:", try await recovered.value)

//: `on` observes without starting another link of the chain.
let end = HTTP(base + "/missing").fetchString()
  .on(failure: { error, isCancelled in print("seen:", error?.userMessage ?? "", isCancelled) })
_ = await end.outcome
