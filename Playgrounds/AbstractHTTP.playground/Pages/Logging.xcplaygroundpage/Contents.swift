//: # A log
//: Of requests and responses, in four levels, without secrets.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.post, "/login", .json(#"{"access_token": "s3cret", "name": "Ada"}"#))

for level in [LogLevel.basic, .curl, .headers, .body] {
  print("--- \(level)")
  let call = HTTP(server.url("/login?api_key=s3cret")).httpMethod(.post)
    .body(.form(["user": "ada", "password": "s3cret"]))
    .use(.log(level) { line in print(line) })
  _ = try await call.fetchJSON().value
}
