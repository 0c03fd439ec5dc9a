//: # A cache
//: The server says how long a response may be reused. `response.source` says where each one came from.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
let terms: HTTPHeaders = ["ETag": "\"1\"", "Cache-Control": "max-age=60, stale-if-error=3600"]
server.on(.get, "/news") { request in
  request.headers["If-None-Match"] == "\"1\"" ? .status(304, headers: terms) : .text("Nothing new.").adding(terms)
}

//: The time is moved by hand, so that minutes are over at once.
let time = Mutex(Date())
let client = Client(baseURL: server.url("")) { $0.use(.cache(MemoryCache(), now: { time.withLock { $0 } })) }

func read(_ moment: String, minutes: Double = 0) async throws {
  time.withLock { $0 += minutes * 60 }
  let response = try await client.http("/news").fetchResponse().value
  print("\(moment): \(response.source), requests so far: \(server.requestCount)")
}

try await read("at first")
try await read("at once again")
try await read("after 2 minutes", minutes: 2)
server.stop()
try await read("after 10 more, without the server", minutes: 10)
