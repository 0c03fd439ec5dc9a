//: # Listeners
//: One object that watches all calls of a client, and may veto a response.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/ok", .text("fine"))
server.on(.get, "/maintenance", .text("down until noon").header("X-Maintenance", "1"))

final class Watcher: ConnectionListener, ConnectionResponseListener {
  func onStart(connection: any ConnectionTask, request: Request) { print("onStart", request.url.path) }

  func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
    print("  onReceived", response.statusCode)
    return !response.headers.contains("X-Maintenance")  // `false` rejects the response
  }

  func onReceivedModel(connection: any ConnectionTask, responseModel: any Sendable) -> Bool {
    print("  onReceivedModel", responseModel)
    return true
  }

  func onEnd(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError?
  ) {
    print("onEnd", error?.description ?? "success")
  }
}

let watcher = Watcher()
let client = Client(baseURL: server.url("")) {
  ($0.listeners, $0.responseListeners) = ([watcher], [watcher])
  $0.callbackInMainThread = false
}
for path in ["/ok", "/maintenance"] {
  let ended = Gate()
  client.http(path).addOnEnd { _, _, _ in ended.open() }.fetchString { _ in }
  try await ended.wait()
}
