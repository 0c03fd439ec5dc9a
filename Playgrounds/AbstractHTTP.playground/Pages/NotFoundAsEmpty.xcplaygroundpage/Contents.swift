//: # A 404 that means an empty list
//: The spec accepts the status, and returns the model for it.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/lists/full", .json(#"["a", "b"]"#))
server.on(.get, "/lists/broken", .status(500))

struct GetList: ConnectionSpec {
  typealias ResponseModel = [String]
  let name: String
  var url: String { "/lists/\(name)" }

  func validate(response: Response) -> Bool { [200, 404].contains(response.statusCode) }

  func parseResponse(response: Response) throws -> [String] {
    response.statusCode == 404 ? [] : try response.decoded()
  }
}

let client = Client(baseURL: server.url(""))
for name in ["full", "empty", "broken"] {
  switch await client.connection(GetList(name: name)).start().outcome {
  case .fulfilled(let list): print(name, list)
  case .rejected(let error): print(name, error.userMessage)
  case .cancelled: print(name, "cancelled")
  }
}
