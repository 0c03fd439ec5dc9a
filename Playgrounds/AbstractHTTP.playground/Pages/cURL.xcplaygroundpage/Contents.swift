//: # The command for curl
//: Every request can be printed as a command for a shell, to repeat it outside of the app, or to report a bug.
import AbstractHTTP

struct LogIn: ConnectionSpec {
  typealias ResponseModel = JSON
  let url = "https://api.example.com/login"
  let httpMethod = HTTPMethod.post
  var urlQuery: URLQuery? { ["device": "Ada's phone"] }
  var headers: HTTPHeaders { ["X-API-Key": "k-123"] }

  func content() throws -> RequestBody? { try .json(["user": "ada", "password": "open sesame"]) }
}

let connection = Connection(LogIn())
print("Secrets are masked:\n\(try connection.curl())\n")
print("To run it, show them:\n\(try connection.curl(showingSecrets: true))\n")

//: An error has the request that was sent. `.log(.curl)` logs the command of each attempt.
connection.httpConnector = StubConnector(Response(statusCode: 404))
let error = await connection.start().outcome.errorInfo?.error
print("Of an error:\n\(error?.request?.curl() ?? "")")
