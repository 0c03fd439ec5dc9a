//: # What all APIs of a server have in common
//: A protocol of your own says it once; each API says what differs.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(nil, "/*") { request in
  .text("\(request.method) \(request.path) as \(request.headers["User-Agent"] ?? "?")")
}

protocol ShopAPI: ConnectionSpec where ResponseModel == String {
  var server: String { get }
  var path: String { get }
}

extension ShopAPI {
  var url: String { server + path }
  var headers: [String: String] { ["User-Agent": "Shop/1.0", "Accept-Language": "en"] }
}

struct ListItems: ShopAPI {
  let server: String
  let path = "/items"
}

struct AddItem: ShopAPI {
  let server: String
  let path = "/items"
  let httpMethod = HTTPMethod.post
  let name: String

  func body() throws -> Data? { try JSONEncoder().encode(["name": name]) }
}

print(try await Connection(ListItems(server: server.url(""))).start().value)
print(try await Connection(AddItem(server: server.url(""), name: "lamp")).start().value)
