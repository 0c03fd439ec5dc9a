//: # Endpoints as an enum
//: One case for each endpoint. A provider sends them, and the type of the result says which model is wanted.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/users/:id") { .json(#"{"name": "\#($0.parameters["id"] ?? "")"}"#) }
server.on(.get, "/search") { .json(#"{"items": [{"name": "\#($0.query["q"] ?? "")"}]}"#) }
server.on(.post, "/users", .status(201))

struct User: Codable, Sendable { let name: String }

enum GitHub: TargetType {
  case user(id: String)
  case search(words: String)
  case create(User)

  var baseURL: URL { server.baseURL }
  var path: String {
    switch self {
    case .user(let id): "/users/\(segment: id)"
    case .search: "/search"
    case .create: "/users"
    }
  }
  var method: HTTPMethod { if case .create = self { .post } else { .get } }
  var task: RequestTask {
    switch self {
    case .user: .requestPlain
    case .search(let words): .requestParameters(parameters: ["q": words], encoding: .query)
    case .create(let user): .requestJSONEncodable(user)
    }
  }
}

let github = Provider<GitHub>()
let user: User = try await github.request(.user(id: "ada/lovelace")).value
print("user:", user.name)
print("found:", try await github.request(.search(words: "a & b"), as: User.self, keyPath: "items.0").value.name)
try await github.request(.create(User(name: "Grace")), as: Void.self).value
for request in server.requests { print("sent:", request.method, request.target, request.text) }
