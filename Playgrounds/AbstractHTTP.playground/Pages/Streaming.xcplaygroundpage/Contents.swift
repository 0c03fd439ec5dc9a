//: # While it arrives
//: A response is read as fast as its reader wants, and no faster: what isn't read is held on the server's side.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/log", .chunked(["one\nt", "wo\r\n", "three"], trailers: ["X-Lines": "3"]))
server.on(.get, "/users", .chunked([#"{"name": "Ada"}"#, "\n", #"{"name": "Grace"}"#, "\n"]))
server.on(.get, "/endless", .raw(["HTTP/1.1 200 OK\r\n\r\n", .endless(Data(repeating: 7, count: 65_536))]))
server.on(.get, "/none", .text("there is no such log", status: 404))

//: Line by line:
var lines: [String] = []
for try await line in HTTP(server.url("/log")).lines() { lines.append(line) }
print(lines)

//: A spec whose model is a stream gets it at the head of the response.
struct GetLog: ConnectionSpec {
  typealias ResponseModel = ResponseStream
  let url: String
}

let stream = try await Connection(GetLog(url: server.url("/log"))).start().value
let log = try await stream.collect(upTo: 1_000)
let trailers = try await stream.trailers
print(stream.head.statusCode, log.count, "bytes, trailers:", trailers?["X-Lines"] ?? "none")

//: A model from each line:
struct User: Decodable { let name: String }

var names: [String] = []
for try await user in HTTP(server.url("/users")).jsonLines(User.self) { names.append(user.name) }
print(names)

//: Leaving the loop stops the transfer, even of what never ends. (In a function: what a page itself holds lives as long as the page.)
func readSome(_ url: String) async throws -> Int {
  var count = 0
  for try await piece in try await HTTP(url).fetchStream().value {
    count += piece.count
    if count > 1_000_000 { break }
  }
  return count
}

let count = try await readSome(server.url("/endless"))
try await server.waitForClosedConnections(1)
print("read enough:", count > 1_000_000)

//: The body of an error isn't lost in a stream.
let missing = await HTTP(server.url("/none")).fetchStream().outcome.errorInfo?.error
print(missing?.type ?? .network, try missing?.response?.text() ?? "")

precondition(lines == ["one", "two", "three"] && names == ["Ada", "Grace"] && trailers?["X-Lines"] == "3")
