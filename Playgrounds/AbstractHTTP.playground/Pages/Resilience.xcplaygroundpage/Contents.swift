//: # All together
//: A server that fails in every way, and a call that gets its answer. The waterfall shows how.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(
  .get,
  "/flaky",
  .fault(.silence),
  .fault(.closeBeforeResponse),
  .fault(.truncatedBody),
  .status(503, headers: ["Retry-After": "0"]),
  .text("pong")
)

struct GetFlaky: ConnectionSpec {
  typealias ResponseModel = String
  let url = "/flaky"
}

let client = Client(baseURL: server.url("")) {
  $0.use(
    .timeout(attempt: .milliseconds(300), total: .seconds(10)),
    .retry(RetryPolicy(limit: 5, backoff: .exponential(from: .milliseconds(20)).jittered(0.5))),
    .circuitBreaker(),
    .concurrencyLimit(4),
    .trace(in: .standardOutput)
  )
}
print(client.connection(GetFlaky()), terminator: "\n\n")
print("\nthe answer is", try await client.send(GetFlaky()), "- requests:", server.requestCount)
