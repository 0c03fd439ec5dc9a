//: # One refresh for all
//: Twenty connections find at once that their token has run out. One refresh runs, all of them wait for it and go again.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

//: A server whose tokens are `token1`, `token2`, …, of which only the latest counts.
let server = try LoopbackServer()
server.on(.get, "/secret/:id") { request in
  request.headers["Authorization"] == "Bearer token2" ? .text("secret \(request.parameters["id"] ?? "")") : .status(401)
}
server.on(.post, "/token") { request in
  request.text == "refresh_token=r1"
    ? .json(#"{"access_token": "token2", "refresh_token": "r2", "expires_in": 3600}"#) : .status(400)
}
let tokenURL = server.url("/token")

struct GetSecret: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
}

//: What all connections share: the token, and how a new one is got.
let tokens = BearerTokens(BearerToken(access: "token1", refresh: "r1"), for: [server.url("")]) { old in
  print("asking for a new token, once")
  return try await HTTP(tokenURL).httpMethod(.post).body(Data("refresh_token=\(old.refresh ?? "")".utf8))
    .fetch(BearerToken.self).value
}

let connections = (1...20).map { id in
  Connection(GetSecret(url: server.url("/secret/\(id)"))).use(
    .retry(.default),
    .timeout(attempt: .seconds(10), total: .seconds(60)),
    .bearer(tokens)
  )
}
print(connections[0])

let secrets = try await Promise.all(connections.map { $0.start() }).value
print(secrets)

let refused = server.requests.count { $0.path != "/token" && $0.headers["Authorization"] == "Bearer token1" }
let accepted = server.requests.count { $0.path != "/token" && $0.headers["Authorization"] == "Bearer token2" }
let refreshes = server.requests.count { $0.path == "/token" }
print("refused: \(refused), accepted: \(accepted), refreshes: \(refreshes)")
print("now the token is", tokens.credential.map { "\($0)" } ?? "gone")

//: A page is a test, too.
precondition(secrets == (1...20).map { "secret \($0)" }, "all succeed, in their order")
precondition(refreshes == 1 && accepted == 20 && refused <= 20, "one refresh, and nobody sent more than twice")
precondition(tokens.credential?.access == "token2" && tokens.credential?.refresh == "r2", "the new token is kept")
