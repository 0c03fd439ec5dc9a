//: # JSON without a type of its own
//: For an answer of which three values matter, a `Decodable` tree is too much. `JSON` can be asked for anything.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(
  .get,
  "/users",
  .json(
    """
    {"page": 1, "users": [
      {"id": 18446744073709551615, "name": "Ada", "balance": 0.10, "joined": "2026-01-31T09:30:00Z", "admin": "yes"},
      {"id": 2, "name": "Grace", "balance": 7}
    ]}
    """
  )
)

let json = try await HTTP(server.url("/users")).fetchJSON().value

//: By property, by key and index, by path.
print(json.users[0].name.stringValue, json["users"][1]["name"].stringValue, json["users", 1, "id"].intValue)
for (place, user) in json.users { print(place, user.name, user.keys) }

//: Numbers are exact: 64 bits, and every decimal as it stood there.
print(json.users[0].id.uInt64 ?? 0, json.users[0].balance, json.users[0].balance.decimal ?? 0)
print(json.users[0].joined.date?.timeIntervalSince1970 ?? 0, json.users[0].admin.boolValue)

//: What is not there is null, never a trap, and says where the way ended.
print(json["users", 7, "name"].stringValue.isEmpty, json["users", 7, "name"].error?.description ?? "")

//: A value can be changed; what is missing on the way is made.
var changed = json
changed.users[1].address.city = "Arlington"
changed.remove("users", 0)
try changed.merge(with: ["page": 2, "users": [["name": "Barbara"]]])
print(try String(decoding: changed.rawData(), as: UTF8.self))

//: A model builds itself from it, and its errors name the type, the property and the path.
struct User: JSONModel {
  let id: UInt64
  let name: String
  let joined: Date?

  static func build(json: JSON) throws -> User {
    try User(id: json.required("id"), name: json.required("name"), joined: json.optional("joined"))
  }
}

struct GetUsers: ConnectionSpec {
  typealias ResponseModel = [User]
  let url: String

  func parseResponse(response: Response) throws -> [User] { try response.json().required("users") }
}

let users = try await Connection(GetUsers(url: server.url("/users"))).start().value
print(users.map(\.name))

server.on(.get, "/users", .json(#"{"users": [{"id": 1, "name": "Ada"}, {"id": 2}]}"#))
let outcome = await Connection(GetUsers(url: server.url("/users"))).start().outcome
guard case .rejected(let error) = outcome, error.nativeError is ModelMappingError else { exit(1) }
print(error)
guard error.description.contains("User.name is required, and missing at $.users[1].name") else { exit(1) }
