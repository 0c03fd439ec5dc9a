//: # What all specs of a server share
//: A protocol states it once, and each spec states what differs. For headers and a base URL alone, a `Client` is enough.
import AbstractHTTP
import AbstractHTTPTesting

protocol ShopSpec: ConnectionSpec where ResponseModel == String {}

extension ShopSpec {
  var headers: HTTPHeaders { ["X-Shop-Version": "3"] }

  //: The shop sends 200 for an error, too, with a text that says so.
  func validate(response: Response) throws -> Bool { try !response.text().hasPrefix("error") }
}

struct ListItems: ShopSpec {
  let url = "/items"
}

struct RemoveItem: ShopSpec {
  let id: Int
  let httpMethod = HTTPMethod.delete
  var url: String { "/items/\(id)" }
}

let server = try LoopbackServer()
server.on(.get, "/items") { .text("lamp, chair, for version \($0.headers["X-Shop-Version"] ?? "?")") }
server.on(.delete, "/items/:id", .text("error: sold already"))
let shop = Client(baseURL: server.url(""))
print("items:", try await shop.send(ListItems()))
print("removed:", await shop.connection(RemoveItem(id: 7)).start().outcome.value ?? "no, the shop refused")
