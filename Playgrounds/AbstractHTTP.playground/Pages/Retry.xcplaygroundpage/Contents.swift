//: # Retry by hand
//: `restart()` makes the request anew, `repeatRequest()` sends the last one again: silently within a call, or as a new one.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

let server = try LoopbackServer()
server.on(.get, "/flaky") { request in
  Int(request.query["try"] ?? "") ?? 0 < 3 ? .status(503) : .text("at last, on try \(request.query["try"] ?? "")")
}

final class Flaky: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
  private let tries = Mutex(0)

  init(url: String) { self.url = url }

  var urlQuery: URLQuery? {
    tries.withLock { $0 += 1 }
    return ["try": "\(tries.withLock { $0 })"]
  }
}

//: Within the call: nobody hears of the failures, `onStart` and `onEnd` come once, and the promise is the same.
final class RestartOn503: ConnectionErrorListener {
  func onResponseError(connection: any ConnectionTask, response: Response) {
    print("503, once more:", connection.latestRequest?.url.query ?? "")
    connection.restart()
  }
}

let connection = Connection(Flaky(url: server.url("/flaky"))).addErrorListener(RestartOn503())
connection.addOnEnd { response, text, error in print("onEnd:", text ?? "-") }
print(try await connection.start().value)

//: After the call: each is a call of its own, with its own `onStart`, `onEnd` and promise.
let second = Connection(Flaky(url: server.url("/flaky")))
for _ in 1...2 {
  let outcome = await second.start().outcome
  print(outcome.value ?? "failed, ended; another call")
}
let repeated = await second.repeatRequest().outcome
print("repeated as it was:", second.latestRequest?.url.query ?? "", repeated.value ?? "failed again")
