// The code in the right column of the guide "Coming from Get".
import AbstractHTTP
import Foundation

struct User: Codable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

struct DeleteUser: ConnectionSpec {
  typealias ResponseModel = Void
  let url = "/users/7"
  let httpMethod = HTTPMethod.delete
}

struct Refused: Error {}

struct Checked: ResponseSpec {
  typealias ResponseModel = User
  func validate(response: Response) throws -> Bool {
    if response.statusCode == 402 { throw Refused() }
    return response.statusCode < 300
  }
}

func use(_ client: Client, _ user: User, _ file: URL, _ token: String, _ tokens: BearerTokens) async throws {
  _ = Client(baseURL: "https://api.example.com") { $0.decoder.dateDecodingStrategy = .iso8601 }
  _ = Client { $0.httpConnector = { StubConnector() } }
  _ = try await client.http("/users/7").fetch(User.self).value
  _ = try await client.http("/users/7").fetch(User?.self).value
  _ = try await client.send(GetUser(id: 7))
  try await client.send(DeleteUser())
  _ = try await client.http("/users").urlQuery(["page": "2"]).fetch([User].self).value
  _ = try await client.http("/users").httpMethod(.post).body(try .json(user)).fetchData().value
  _ = try await client.http("/avatar").httpMethod(.put).body(RequestBody(file: file)).fetchData().value
  _ = try await client.http("/movie").download(to: .directory(file)).value
  _ = try await client.http("/users/7").headers(["X-Page": "1"]).fetchResponse().value
  _ = try await client.http("/users/7").fetchString().value
  _ = client.http("/slow").use(.timeout(total: .seconds(5)))
  _ = try GetUser(id: 7).request()
  _ = try GetUser(id: 7).request().urlRequest()
  _ = client.with { $0.use(.headers(["Authorization": "token \(token)"])) }
  _ = client.with { $0.use(.bearer(tokens)) }
  _ = client.with { $0.use(.retry()) }
  _ = client.with { $0.use(.log(.headers)) }
  let signing = Middleware("sign", at: .attempt) { request, next in
    var request = request
    request.headers["X-Signature"] = token
    return try await next(request)
  }
  _ = client.with { $0.use(signing) }
  _ = try JSONEncoder().encode(user)
  _ = client.http("/users").body(try .json(user, encoder: JSONEncoder()))
}

func read(_ error: ConnectionError, _ response: Response) throws {
  print(error.type == .invalidResponse, error.statusCode ?? 0, error.cause(as: Refused.self) ?? "")
  print(response.statusCode, response.data, response.request ?? "", try response.decoded(as: User.self))
}
