//: # A rate limit
//: Ten calls at once become a steady stream of 100 a second. Nobody is rejected, and the order is kept.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/:number") { request in .text(request.parameters["number"] ?? "") }
let client = Client(baseURL: server.url("")) { $0.use(.rateLimit(100, per: .seconds(1))) }

let start = ContinuousClock.now
let calls = (1...10).map { client.http("/\($0)").fetchString() }
print(try await Promise.all(calls).value)
print("took at least 90 ms:", ContinuousClock.now - start >= .milliseconds(90))
