//: # JSON in, a model out
//: A `Decodable` model type is all that a spec has to say; the path and the query are plain Swift.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/users/:id") { request in
  .json(#"{"id": \#(request.parameters["id"] ?? "0"), "name": "Ada", "lang": "\#(request.query["lang"] ?? "")"}"#)
}

struct User: Decodable, Sendable {
  let id: Int
  let name: String
  let lang: String
}

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let server: String
  let id: Int

  var url: String { "\(server)/users/\(id)" }
  var urlQuery: URLQuery? { ["lang": "日本語 & English"] }
}

let connection = Connection(GetUser(server: server.url(""), id: 7))
let user = try await connection.start().value
print(user)
print(connection.latestRequest?.url.absoluteString ?? "")

//: A body that is no user is a `.parse` error, which says where and why.
server.on(.get, "/users/:id", .json(#"{"id": "seven"}"#))
let outcome = await connection.start().outcome
if case .rejected(let error) = outcome { print(error) }
