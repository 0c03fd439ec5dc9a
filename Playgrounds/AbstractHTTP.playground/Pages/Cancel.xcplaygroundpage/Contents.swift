//: # Cancel
//: By the promise, by the task that awaits it, or for all calls of a screen at once. From any thread, at any time.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/never", .fault(.silence))
let screen = Client(baseURL: server.url(""))

let promise = screen.http("/never").fetchString()
promise.cancel()
print("by the promise:", await promise.outcome.errorInfo?.isCancelled == true)

let task = Task { try await screen.http("/never").fetchString().value }
try await server.waitForRequests(1)
task.cancel()
do { _ = try await task.value } catch { print("by the task:", error) }

let promises = (1...3).map { _ in screen.http("/never").fetchString() }
print("in progress:", screen.count)
screen.cancelAll()
for promise in promises { print("with its screen:", await promise.outcome.errorInfo?.error?.type ?? .network) }
