//: # A model from JSON
//: A spec states the URL, the query, and the model. If the JSON doesn't match, the error says where.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/users/:id") {
  .json(#"{"id": \#($0.parameters["id"] ?? ""), "greeting": "\#($0.query["hello"] ?? "")"}"#)
}

struct User: Decodable, Sendable {
  let id: Int
  let greeting: String
}

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: String
  var url: String { "/users/\(id)" }
  var urlQuery: URLQuery? { ["hello": "日本語 & English"] }
}

let client = Client(baseURL: server.url(""))
print(try await client.send(GetUser(id: "7")))
if case .rejected(let error) = await client.connection(GetUser(id: "true")).start().outcome { print(error) }
print("sent:", server.requests[0].target)
