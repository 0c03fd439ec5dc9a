//: # Listeners
//: One object that watches many connections: their beginning, their responses, their failures, their end.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/ok", .text("fine"))
server.on(.get, "/maintenance", .text("down until noon").header("X-Maintenance", "1"))

final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
  func onStart(connection: any ConnectionTask, request: Request) {
    print("onStart", request.url.path)
  }

  func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
    print("onReceived", response.statusCode)
    return response.headers["X-Maintenance"] == nil  // `false` refuses the response
  }

  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    print("onReceivedModel", responseModel)
    return true
  }

  func afterSuccess(connection: any ConnectionTask, responseModel: any Sendable) {
    print("afterSuccess")
  }

  func onResponseError(connection: any ConnectionTask, response: Response) {
    print("onResponseError", response)
  }

  func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) {
    print("afterError", error)
  }

  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    print("onEnd", error.map { "\($0.type)" } ?? "success", terminator: "\n\n")
  }
}

let watcher = Watcher()
for path in ["/ok", "/maintenance"] {
  let promise = HTTP(server.url(path))
    .addListener(watcher).addResponseListener(watcher).addErrorListener(watcher)
    .callbackInMainThread(false)
    .fetchString()
  _ = await promise.outcome
}
