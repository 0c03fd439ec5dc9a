//: # An API key
//: In a header or in the query, for the servers that you name. Logs, errors, and commands for curl don't show it.
import AbstractHTTP
import AbstractHTTPTesting

let (server, other) = (try LoopbackServer(), try LoopbackServer())
server.on(.get, "/") { request in .text("the key is \(request.query["key"] ?? "missing")") }
other.on(.get, "/") { request in .text("the key is \(request.query["key"] ?? "missing")") }

let client = Client(baseURL: server.url("")) {
  $0.use(.apiKey("s3cret", in: .query("key")), .log(.basic) { print($0) })
}
print("here,", try await client.http("/").fetchString().value)
print("elsewhere,", try await client.http(other.url("/")).fetchString().value)
