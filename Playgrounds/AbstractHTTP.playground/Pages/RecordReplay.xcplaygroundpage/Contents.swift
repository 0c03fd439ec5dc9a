//: # Record once, replay in every test
//: A recording is a HAR file without secrets. The token refresh is in it, because it uses the same connector.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/zen") { $0.headers["Authorization"] == "Bearer a2" ? .text("Keep it simple.") : .status(401) }
server.on(.post, "/token", .json(#"{"access_token": "a2"}"#))

func makeClient(over connector: any HTTPConnector, _ server: LoopbackServer) -> Client {
  let auth = Client(baseURL: server.url("")) { $0.httpConnector = { connector } }
  let tokens = BearerTokens(BearerToken(access: "a1")) { _ in
    try await auth.http("/token").httpMethod(.post).fetch(BearerToken.self).value
  }
  return auth.with { $0.use(.bearer(tokens)) }
}

let recording = RecordingConnector()
print("recorded:", try await makeClient(over: recording, server).http("/zen").fetchString().value)
for entry in recording.archive.entries { print("  \(entry.request) → \(entry.response?.statusCode ?? 0)") }
server.stop()

let file = try HTTPArchive(data: recording.archive.data())
print("replayed:", try await makeClient(over: ReplayConnector(file), server).http("/zen").fetchString().value)
