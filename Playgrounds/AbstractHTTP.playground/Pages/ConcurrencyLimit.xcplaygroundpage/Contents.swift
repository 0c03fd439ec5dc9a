//: # Many calls, a few at a time
//: A limit of requests in flight, by a middleware for all calls of a client, or for one batch of promises.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

//: A server that counts how many requests it has at once.
let server = try LoopbackServer()
let inFlight = Mutex((now: 0, most: 0))
server.serve(.get, "/*") { request in
  inFlight.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
  try? await Task.sleep(for: .milliseconds(10))
  inFlight.withLock { $0.now -= 1 }
  return .text(request.path)
}

let client = Client(baseURL: server.url("")) { $0.use(.concurrencyLimit(3)) }
let paths = try await Promise.all((1...12).map { client.http("/\($0)").fetchString() }).value
print(paths.count, "answers, at most", inFlight.withLock { $0.most }, "at a time")
