//: # Suspend and resume
//: A suspended call keeps its connection and what has arrived, takes no more bytes, and doesn't time out.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
let (begun, more) = (Gate(), Gate())
server.on(.get, "/film", .chunked(["the beginning, ", .gate(more), "and the end"]))
server.on(.get, "/other", .text("another call"))

struct GetFilm: ConnectionSpec {
  typealias ResponseModel = String
  let url = "/film"
}

let client = Client(baseURL: server.url(""))
let connection = client.connection(GetFilm())
let promise = connection.start()
promise.progress { _, progress in if progress.received > 0 { begun.open() } }
try await begun.wait()

connection.suspend()
more.open()
for _ in 0..<3 { print("meanwhile:", try await client.http("/other").fetchString().value) }
print("the film has arrived while it was suspended:", promise.settled != nil)

connection.resume()
print(try await promise.value)
