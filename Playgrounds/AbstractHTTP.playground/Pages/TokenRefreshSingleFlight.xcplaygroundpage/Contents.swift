//: # One token refresh for all calls
//: Twenty calls find that their token has expired. One refresh runs, and all of them wait for it and go on.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/secret/:id") { request in
  request.headers["Authorization"] == "Bearer new" ? .text("secret \(request.parameters["id"] ?? "")") : .status(401)
}
server.on(.post, "/token") { request in
  request.text == "refresh_token=r1"
    ? .json(#"{"access_token": "new", "refresh_token": "r2", "expires_in": 3600}"#) : .status(400)
}

let tokenURL = server.url("/token")
let tokens = BearerTokens(BearerToken(access: "old", refresh: "r1")) { old in
  print("asking for a new token")
  return try await HTTP(tokenURL).httpMethod(.post).body(.form(["refresh_token": old.refresh ?? ""]))
    .fetch(BearerToken.self).value
}
let client = Client(baseURL: server.url("")) { $0.use(.bearer(tokens)) }

let secrets = try await Promise.all((1...20).map { client.http("/secret/\($0)").fetchString() }).value
let refreshes = server.requests.count { $0.path == "/token" }
print(secrets.count, "secrets, the last is", secrets.last ?? "", "- refreshes:", refreshes)
precondition(refreshes == 1 && tokens.credential?.access == "new")
