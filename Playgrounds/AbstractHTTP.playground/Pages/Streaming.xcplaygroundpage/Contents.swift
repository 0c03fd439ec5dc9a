//: # While it arrives
//: A response is read as fast as the loop takes it: by lines, by models, or piece by piece.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/log", .chunked(["one\nt", "wo\r\n", "three"]))
server.on(.get, "/users", .chunked([#"{"name": "Ada"}"#, "\n", #"{"name": "Grace"}"#, "\n"]))
server.on(.get, "/endless", .raw(["HTTP/1.1 200 OK\r\n\r\n", .endless(Data(repeating: 7, count: 65_536))]))

struct User: Decodable { let name: String }

for try await line in HTTP(server.url("/log")).lines() { print("line:", line) }
for try await user in HTTP(server.url("/users")).jsonLines(User.self) { print("user:", user.name) }

//: Leaving the loop stops the transfer, even of what never ends.
func readSome() async throws -> Int {
  var count = 0
  for try await piece in try await HTTP(server.url("/endless")).fetchStream().value {
    count += piece.count
    if count > 1_000_000 { break }
  }
  return count
}
print("read more than a megabyte:", try await readSome() > 1_000_000)
try await server.waitForClosedConnections(1)
print("and the connection is closed")
