//: # A token refresh by hand
//: On a 401, the call is interrupted, and restarted with the new token. The caller notices nothing.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

let server = try LoopbackServer()
server.on(.post, "/token", .text("new"))
server.on(.get, "/secret") { $0.headers["Authorization"] == "Bearer new" ? .text("the secret") : .status(401) }

let token = Mutex("old")

struct GetSecret: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
  //: A restart reads the headers again.
  var headers: HTTPHeaders { [.authorization(bearerToken: token.withLock { $0 })] }
}

final class Refresher: ConnectionErrorListener {
  func onResponseError(connection: any ConnectionTask, response: Response) {
    guard response.statusCode == 401 else { return }
    connection.interrupt()
    HTTP(server.url("/token")).httpMethod(.post).fetchString()
      .success { new in
        token.withLock { $0 = new }
        connection.restart()
      }
      .failure { _, _ in connection.breakInterruption() }
  }
}

let refresher = Refresher()
print(try await Connection(GetSecret(url: server.url("/secret"))).addErrorListener(refresher).start().value)
for request in server.requests {
  print("  \(request.method) \(request.path), \(request.headers["Authorization"] ?? "no token")")
}
