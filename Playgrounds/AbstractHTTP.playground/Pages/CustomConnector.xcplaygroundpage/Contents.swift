//: # A custom transport
//: With async/await, a connector is one method. This one answers from memory, and asks another one for the rest.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

final class Memory: AsyncHTTPConnector {
  private let next = DefaultHTTPConnector()
  private let known = Mutex<[String: Response]>([:])

  func response(to request: Request) async throws -> Response {
    let key = request.url.absoluteString
    if let response = known.withLock({ $0[key] }) { return response }
    let response = try await Stage.sending(over: next)(request)
    known.withLock { $0[key] = response }
    return response
  }
}

let server = try LoopbackServer()
server.on(.get, "/:name") { request in .text("\(request.parameters["name"] ?? "") from the server") }
let memory = Memory()
let client = Client(baseURL: server.url("")) { $0.httpConnector = { memory } }
for path in ["/a", "/b", "/a"] {
  print(try await client.http(path).fetchString().value, "- requests so far:", server.requestCount)
}
