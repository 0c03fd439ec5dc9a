//: # Resilience
//: A server that fails in every way, and a connection that gets its answer all the same.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

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
  let url: String
}

let patience = RetryPolicy(limit: 5, backoff: .exponential(from: .milliseconds(20)).jittered(0.5))

let connection = Connection(GetFlaky(url: server.url("/flaky"))).use(
  .timeout(attempt: .milliseconds(300), total: .seconds(10)),
  .retry(patience),
  .circuitBreaker(),
  .concurrencyLimit(4),
  .rateLimit(100, per: .seconds(1)),
  .trace { trace in print("\n\(trace)\n") }
)

//: Who stands where, whatever the order above:
print(connection)

let answer = try await connection.start().value
print("the answer is", answer)

//: Where nothing helps, there is still an answer, and the last word of the trace says whose.
let gone = try UnreachableServer(.refusing)
let hopeless = Connection(GetFlaky(url: gone.baseURL.absoluteString)).use(
  .retry(RetryPolicy(limit: 1, backoff: .constant(.milliseconds(20)))),
  .fallback(to: Response(data: Data("something else".utf8))),
  .trace { trace in print("\n\(trace)\n") }
)
let other = try await hopeless.start().value
print("the answer is", other)

precondition(answer == "pong" && server.requests.count == 5, "five tries, no more and no less")
precondition(other == "something else", "the fallback answered")
