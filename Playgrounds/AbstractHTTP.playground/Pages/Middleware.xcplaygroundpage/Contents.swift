//: # Middleware of your own
//: A closure around the exchange. It has a place in the order, whatever order you write it in.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/orders", .status(503), .json(#"{"id": 7}"#, status: 201))

//: The same key for all attempts of a call, so that the server can tell a retry from a second order.
let identified = Middleware("idempotencyKey") { request, next in
  var request = request
  request.headers["Idempotency-Key"] = UUID().uuidString
  return try await next(request)
}

struct PlaceOrder: ConnectionSpec {
  typealias ResponseModel = JSON
  let url = "/orders"
  let httpMethod = HTTPMethod.post
  func content() throws -> RequestBody? { try .json(["item": "tea"]) }
}

let shop = Client(baseURL: server.url("")) {
  $0.use(.retry(RetryPolicy(backoff: .constant(.milliseconds(10)))), identified, .timeout(attempt: .seconds(5)))
}
print(shop.connection(PlaceOrder()))
print("order", try await shop.send(PlaceOrder()).id)
print("attempts:", server.requestCount, "- keys:", Set(server.requests.map { $0.headers["Idempotency-Key"] }).count)
