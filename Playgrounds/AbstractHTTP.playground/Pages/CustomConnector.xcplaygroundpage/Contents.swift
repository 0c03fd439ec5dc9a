//: # A transport of your own
//: With async/await a connector is one method; here one that answers from memory and asks another for the rest.
import AbstractHTTP
import AbstractHTTPTesting
import Synchronization

let server = try LoopbackServer()
server.on(.get, "/:name") { request in .text("\(request.parameters["name"] ?? "") from the server") }

final class Memory: AsyncHTTPConnector {
  private let next = DefaultHTTPConnector()
  private let known = Mutex<[String: Response]>([:])

  func response(to request: Request) async throws -> Response {
    let key = request.url.absoluteString
    if let response = known.withLock({ $0[key] }) {
      print("from memory:", request)
      return response
    }
    let response = try await Stage.sending(over: next)(request)
    known.withLock { $0[key] = response }
    return response
  }
}

let memory = Memory()
for path in ["/a", "/b", "/a"] {
  print(try await HTTP(server.url(path)).httpConnector(memory).fetchString().value)
}
print("requests that reached the server:", server.requests.count)
