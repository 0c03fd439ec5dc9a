//: # A circuit breaker
//: After half of ten calls have failed, a server is left alone for a while: calls fail at once.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/", .status(500))
let breaker = CircuitBreaker(CircuitPolicy(breakDuration: .milliseconds(50)))
let client = Client(baseURL: server.url("")) { $0.use(.circuitBreaker(breaker)) }

for _ in 1...12 { _ = await client.http("/").fetchString().outcome }
print("requests that were sent:", server.requestCount, "- the circuit is", breaker.state(for: server.baseURL))
if let error = await client.http("/").fetchString().outcome.errorInfo?.error { print(error.nativeError ?? error) }

//: After the break, one call is let through, and its success closes the circuit.
server.on(.get, "/", .text("back again"))
try await Task.sleep(for: .milliseconds(60))
print(try await client.http("/").fetchString().value, "- the circuit is", breaker.state(for: server.baseURL))
