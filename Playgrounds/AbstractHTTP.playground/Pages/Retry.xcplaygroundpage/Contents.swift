//: # Retries by hand
//: `restart()` makes the request again, and `repeatRequest()` sends the last one once more.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

let server = try LoopbackServer()
server.on(.get, "/flaky") { request in request.query["try"] == "3" ? .text("at last") : .status(503) }

final class Flaky: ConnectionSpec {
  typealias ResponseModel = String
  let url = server.url("/flaky")
  private let count = Mutex(0)

  var urlQuery: URLQuery? {
    ["try": "\(count.withLock { $0 += 1; return $0 })"]
  }
}

//: Within a call, the failures aren't reported, and the promise stays the same.
final class RestartOn503: ConnectionErrorListener {
  func onResponseError(connection: any ConnectionTask, response: Response) { connection.restart() }
}

let restarting = RestartOn503()
print("restarted:", try await Connection(Flaky()).addErrorListener(restarting).start().value)

//: After a call, each is a new call with a new promise.
let connection = Connection(Flaky())
for _ in 1...3 { print("started:", await connection.start().outcome.value ?? "failed") }
print("repeated:", await connection.repeatRequest().outcome.value ?? "failed")
print("sent:", server.requests.map { $0.query["try"] ?? "" })
