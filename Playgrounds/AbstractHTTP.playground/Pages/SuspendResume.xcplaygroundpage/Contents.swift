//: # Suspend and resume
//: A call that is suspended keeps its connection and what has arrived, takes no more bytes, and does not time out.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization

let server = try LoopbackServer()
let (begun, more) = (Gate(), Gate())
server.on(.get, "/film", .chunked(["the beginning, ", .gate(more), "and the end"]))
server.on(.get, "/other", .text("another call"))

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
}

//: An observer is told when the transfer is held, and when it goes on.
let connection = Connection(GetText(url: server.url("/film")))
connection.use(
  .observe { event in
    switch event.kind {
    case .suspended: print("held")
    case .resumed: print("going on")
    case .ended(let result): print("ended:", (try? result.get().statusCode) ?? 0)
    default: break
    }
  }
)
let promise = connection.start()
promise.progress { _, progress in if progress.received > 0 { begun.open() } }
try await begun.wait()

//: The server sends the rest meanwhile, and other calls are served.
connection.suspend()
more.open()
for _ in 0..<3 { _ = try await HTTP(server.url("/other")).fetchString().value }
print("settled while suspended:", promise.settled != nil)

connection.resume()
print(try await promise.value)

//: A connection that is suspended before it starts begins its transfer held; a holder's calls are suspended one by one.
let holder = ConnectionHolder()
let early = Connection(GetText(url: server.url("/other")))
early.holder = holder
let earlyPromise = early.start()
early.suspend()
early.resume()
print(try await earlyPromise.value)

//: A promise can be paused by itself: the transfer goes on, and the result is delivered later.
let delivered = Mutex(false)
let paused = HTTP(server.url("/other")).fetchString()
paused.pause()
paused.success { _ in delivered.withLock { $0 = true } }
_ = try await HTTP(server.url("/other")).fetchString().value
print("delivered while paused:", delivered.withLock { $0 })
paused.resume()
print(try await paused.value)
