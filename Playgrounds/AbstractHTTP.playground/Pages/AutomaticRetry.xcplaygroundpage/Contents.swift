//: # Retries
//: Temporary failures are retried with backoff, if the request can be repeated without harm.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(
  .get,
  "/orders",
  .fault(.closeBeforeResponse),
  .status(503, headers: ["Retry-After": "0"]),
  .text("two orders")
)
server.on(.post, "/orders", .status(503))

let client = Client(baseURL: server.url("")) {
  $0.use(
    .retry(RetryPolicy(limit: 3, backoff: .exponential(from: .milliseconds(10)).jittered())),
    .observe { event in
      if case .retrying(_, let reason) = event.kind { print("again, because of", reason) }
    }
  )
}
print("GET:", try await client.http("/orders").fetchString().value)
let post = await client.http("/orders").httpMethod(.post).fetchString().outcome
print("POST isn't repeated:", post.errorInfo?.error?.notRetried?.description ?? "")
