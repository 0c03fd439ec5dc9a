//: # One request for many callers
//: Identical requests that are in flight at the same time share one exchange.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
let gate = Gate()
server.on(.get, "/avatar", .text("a picture").held(at: gate))
let client = Client(baseURL: server.url("")) { $0.use(.coalesce()) }

let views = (1...20).map { _ in client.http("/avatar").fetchString() }
try await server.waitForRequests(1)
gate.open()
print(Set(try await Promise.all(views).value), "for", views.count, "views, by", server.requestCount, "request")
