//: # JSON with snake_case and dates
//: A client sets the strategies once. If the JSON doesn't match, the error names the place.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/orders/7", .json(#"{"order_id": 7, "placed_at": "2026-03-01T09:30:00Z"}"#))
server.on(.get, "/orders/8", .json(#"{"order_id": 8, "placed_at": "yesterday"}"#))

struct Order: Decodable, Sendable {
  let orderId: Int
  let placedAt: Date
}

let shop = Client(baseURL: server.url("")) {
  $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
  $0.decoder.dateDecodingStrategy = .iso8601
}
print(try await shop.http("/orders/7").fetch(Order.self).value)
if case .rejected(let error) = await shop.http("/orders/8").fetch(Order.self).outcome { print(error) }
