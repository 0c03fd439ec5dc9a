//: # A deadline
//: `total` limits a call with all of its retries and waits. The retries stop when there is no time left for another.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/", .status(503))

let policy = RetryPolicy(limit: 100, backoff: .constant(.milliseconds(60)))
let call = HTTP(server.url()).use(.retry(policy), .timeout(total: .milliseconds(200)), .trace(in: .standardOutput))
let start = ContinuousClock.now
let outcome = await call.fetchString().outcome
print("within 2 s:", ContinuousClock.now - start < .seconds(2), "after some attempts:", server.requestCount > 1)
print(outcome.errorInfo?.error?.description ?? "")
