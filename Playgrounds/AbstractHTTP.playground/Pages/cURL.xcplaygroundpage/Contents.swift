//: # The command for curl
//: Every request can be printed as a command that a shell runs: to repeat a call outside of the app, or to report a bug.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/login", .json(#"{"token": "7f3a"}"#))

struct LogIn: ConnectionSpec {
  typealias ResponseModel = JSON
  let url: String
  var httpMethod: HTTPMethod { .post }
  var urlQuery: URLQuery? { ["device": "Ada's phone"] }
  var headers: HTTPHeaders { ["X-API-Key": "k-123"] }

  func content() throws -> RequestBody? { try .json(["user": "ada", "password": "open sesame"]) }
}

//: Secrets are masked, so that it can be pasted into a report,
let connection = Connection(LogIn(url: server.url("/login")))
print(try connection.curl())

//: unless you say that you want to run it.
print(try connection.curl(showingSecrets: true))

//: What middleware adds is in the log of each attempt as it is sent,
connection.use(.basic(user: "ada", password: "open sesame", for: [server.url("")]), .log(.curl))
print(try await connection.start().value.token.string ?? "")

//: and in the error of a call, whose request is the one that was sent.
let refused = await HTTP(server.url("/nowhere")).fetchString().outcome
if let request = refused.errorInfo?.error?.request { print(request.curl()) }

//: A connection's debug description has its stages, and its command: `po connection`.
debugPrint(connection)
