//: # A token that has run out, by hand
//: On a 401 the call is interrupted, the token fetched, the call restarted: whoever awaits it notices nothing.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

let server = try LoopbackServer()
server.on(.post, "/token", .text("new"))
server.on(.get, "/secret") { request in
  request.headers["Authorization"] == "Bearer new" ? .text("the secret") : .status(401)
}

final class Session: Sendable {
  let token = Mutex("old")
}

struct GetSecret: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
  let session: Session

  //: Read anew at each restart.
  var headers: [String: String] { ["Authorization": "Bearer \(session.token.withLock { $0 })"] }
}

final class Refresher: ConnectionErrorListener {
  let session: Session
  let tokenURL: String

  init(session: Session, tokenURL: String) {
    self.session = session
    self.tokenURL = tokenURL
  }

  func onResponseError(connection: any ConnectionTask, response: Response) {
    guard response.statusCode == 401 else { return }
    print("401: interrupted, fetching a token")
    connection.interrupt()
    HTTP(tokenURL).httpMethod(.post).fetchString()
      .success { token in
        self.session.token.withLock { $0 = token }
        connection.restart()
      }
      .failure { _, _ in connection.breakInterruption() }
  }
}

let session = Session()
let refresher = Refresher(session: session, tokenURL: server.url("/token"))
let connection = Connection(GetSecret(url: server.url("/secret"), session: session)).addErrorListener(refresher)
connection.addOnEnd { _, _, error in print("onEnd, once:", error == nil ? "success" : "failure") }
print(try await connection.start().value)
print(server.requests.map { "\($0.method) \($0.path)" })
