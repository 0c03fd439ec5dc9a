//: # Endpoints as an enum
//: One case an endpoint; a provider sends them, and the closure says which model is wanted.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/v1/zen", .text("Keep it logically awesome."))
server.on(.get, "/v1/users/:id") { .json(#"{"name": "\#($0.parameters["id"] ?? "")"}"#) }
server.on(.get, "/v1/search") { .json(#"{"items": [{"name": "\#($0.query["q"] ?? "")"}]}"#) }
server.on(.post, "/v1/users", .status(201))

struct User: Codable, Sendable { let name: String }

enum GitHub: TargetType {
  case zen
  case user(id: String)
  case search(words: String)
  case create(User)

  var baseURL: URL { server.baseURL.appending(path: "v1") }

  //: A slash in a name stays in its segment.
  var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let id): "/users/\(segment: id)"
    case .search: "/search"
    case .create: "/users"
    }
  }

  var method: HTTPMethod {
    if case .create = self { .post } else { .get }
  }

  var task: RequestTask {
    switch self {
    case .zen, .user: .requestPlain
    case .search(let words): .requestParameters(parameters: ["q": words], encoding: .query)
    case .create(let user): .requestJSONEncodable(user)
    }
  }
}

let github = Provider<GitHub>()

//: As a promise …
let user = github.request(.user(id: "ada/lovelace"))
  .progress { _, progress in print("received \(progress.received) bytes") }
  .success { (user: User) in user.name }
print("user:", try await user.value)

//: … awaited, as text, at a key path …
let zen: String = try await github.request(.zen).value
let found = try await github.request(.search(words: "a & b"), as: User.self, keyPath: "items.0").value
print("zen:", zen)
print("found:", found.name)

//: … or for nothing but its success. Without a context, a request is one for a ``Response``.
try await github.request(.create(User(name: "Grace")), as: Void.self).value
print("again:", try await github.request(.zen).value)

//: A target is a request spec, and goes wherever one goes.
print("by itself:", try GitHub.search(words: "a & b").request())

let seen = server.requests.map { "\($0.method) \($0.target) \($0.text)" }
for request in seen { print("the server got:", request) }
precondition(
  seen == [
    "GET /v1/users/ada%2Flovelace ", "GET /v1/zen ", "GET /v1/search?q=a%20%26%20b ",
    #"POST /v1/users {"name":"Grace"}"#,
    "GET /v1/zen ",
  ]
)
