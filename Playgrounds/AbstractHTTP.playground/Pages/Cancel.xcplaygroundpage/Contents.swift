//: # Cancel
//: At any moment, from any thread, by the connection, its promise, its holder or the task that awaits it.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/never", .fault(.silence))
let holder = ConnectionHolder()

func begin(_ name: String) -> ConnectionPromise<String> {
  HTTP(server.url("/never"))
    .holder(holder)
    .addOnEnd { _, _, error in print("\(name): onEnd, \(error?.type == .cancelled ? "canceled" : "?")") }
    .fetchString()
}

//: By the promise.
let promise = begin("promise")
promise.cancel()
print(await promise.outcome)

//: By the task that awaits it.
let task = Task { try await begin("task").value }
try await server.waitForRequests(1)
task.cancel()
_ = await task.result

//: By the holder: all that a screen has begun, as it goes away.
let promises = (1...3).map { begin("holder \($0)") }
print("held:", holder.count)
holder.cancelAll()
for promise in promises { _ = await promise.outcome }
print("held:", holder.count)
