//: # JSON without a type
//: If three values matter, a `Decodable` tree is too much. What is missing is null, and says where the path ended.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(
  .get,
  "/users",
  .json(
    #"{"page": 1, "users": [{"id": 18446744073709551615, "name": "Ada", "balance": 0.10}, {"id": 2, "name": "Grace"}]}"#
  )
)

let json = try await HTTP(server.url("/users")).fetchJSON().value
print(json.users[0].name.stringValue, "and", json["users", 1, "name"].stringValue)
print("exact numbers:", json.users[0].id.uInt64 ?? 0, json.users[0].balance.decimal ?? 0)
print("missing:", json.users[7].name.error?.description ?? "")

var changed = json
changed.users[1].address.city = "Arlington"
changed.remove("users", 0)
print(changed.debugDescription)

//: A model that is built by hand names the type, the property, and the path of what doesn't fit.
struct User: JSONModel {
  let name: String
  let balance: Double

  static func build(json: JSON) throws -> User {
    try User(name: json.required("name"), balance: json.required("balance"))
  }
}
do { print(try json.required("users") as [User]) } catch { print(error) }
