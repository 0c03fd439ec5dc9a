//: # A 404 that means "none"
//: Some APIs answer 404 for an empty list. The spec knows, and nobody else has to.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/lists/full", .json(#"["a", "b"]"#))
server.on(.get, "/lists/broken", .status(500))

struct GetList: ConnectionSpec {
  typealias ResponseModel = [String]
  let url: String

  func validate(response: Response) -> Bool {
    response.statusCode == 200 || response.statusCode == 404
  }

  func parseResponse(response: Response) throws -> [String] {
    guard response.statusCode != 404 else { return [] }
    return try JSONDecoder().decode([String].self, from: response.data)
  }
}

for name in ["full", "empty", "broken"] {
  switch await Connection(GetList(url: server.url("/lists/\(name)"))).start().outcome {
  case .fulfilled(let list): print(name, list)
  case .rejected(let error): print(name, error.userMessage)
  case .cancelled: print(name, "cancelled")
  }
}
