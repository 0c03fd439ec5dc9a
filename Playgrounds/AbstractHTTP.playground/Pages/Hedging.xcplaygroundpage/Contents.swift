//: # Hedging
//: If an answer takes unusually long, a second request is sent, and the first answer counts.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/", .text("a slow answer").delayed(by: .seconds(20)), .text("a quick answer"))

let call = HTTP(server.url()).use(.hedge(after: .milliseconds(50)), .trace(in: .standardOutput))
print(try await call.fetchString().value)
print("requests:", server.requestCount)
