//: # A waterfall
//: What took how long: each attempt, each wait, and the phases of each transfer. In a terminal, it has colors.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/old", .status(503).delayed(by: .milliseconds(20)), .redirect(to: "/new"))
server.on(.get, "/new", .chunked(["one, ", .delay(.milliseconds(30)), "two"]))

let policy = RetryPolicy(backoff: .constant(.milliseconds(40)))
let text = try await HTTP(server.url("/old")).use(.retry(policy), .trace(in: .standardOutput)).fetchString().value
print(text)
