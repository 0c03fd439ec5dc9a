//: # Middleware
//: What is the same for many APIs is written once, composed, and put around every exchange, each at its place.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/orders", .status(503), .json(#"{"id": 7}"#, status: 201))
server.on(.get, "/greeting", Reply.text("Hello").header("Cache-Control", "max-age=60"))

//: One of your own: the same key for all tries, so that a server can tell a retry from a second order.
let identified = Middleware("idempotencyKey") { request, next in
  var request = request
  if request.httpMethod == .post { request.headers["Idempotency-Key"] = UUID().uuidString }
  return try await next(request)
}

//: A stack to use everywhere. The order in which it is written does not matter.
let everywhere: [Middleware] = [
  .log(.basic),
  .retry(RetryPolicy(backoff: .constant(.milliseconds(10)))),
  identified,
  .timeout(attempt: .seconds(5), total: .seconds(30)),
  .headers(["User-Agent": "Playground/1.0"]),
  .cache(MemoryCache()),
]

struct Order: Decodable, Sendable {
  let id: Int
}

struct PlaceOrder: ConnectionSpec {
  typealias ResponseModel = Order
  let url: String
  let httpMethod = HTTPMethod.post

  func content() throws -> RequestBody? { RequestBody(Data(#"{"item": "tea"}"#.utf8), contentType: "application/json") }
}

struct GetGreeting: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
}

let placing = Connection(PlaceOrder(url: server.url("/orders"))).use(everywhere)
print(placing)
let order = try await placing.start().value
print("order", order.id)

//: The second greeting does not reach the server.
for _ in 1...2 {
  let greeting = Connection(GetGreeting(url: server.url("/greeting"))).use(everywhere)
  greeting.addOnEnd { response, text, _ in print(text ?? "", response.map { "from the \($0.source)" } ?? "") }
  _ = try await greeting.start().value
}

//: A trace draws the call, and below each attempt the phases of its transfer. They are measured only because of it.
_ = try await Connection(GetGreeting(url: server.url("/greeting"))).use(.trace { print($0) }).start().value

//: So does the response, for a program to read.
let observed = try await HTTP(server.url("/greeting")).use(.observe { _ in }).fetchResponse().value
print(observed.protocolVersion ?? "", "reused:", observed.metrics?.isReused ?? false)
if let time = observed.metrics?.timeToFirstByte { print("the first byte came within a minute:", time < .seconds(60)) }

let orders = server.requests.filter { $0.path == "/orders" }
print("tries:", orders.count, "keys:", Set(orders.map { $0.headers["Idempotency-Key"] ?? "" }).count)
precondition(order.id == 7 && orders.count == 2, "the first try failed, the second did not")
precondition(Set(orders.map { $0.headers["Idempotency-Key"] }).count == 1, "both tries had the same key")
precondition(server.requests.count { $0.path == "/greeting" } == 3, "the cache answered the second time")
