// What the snippets of the doc comments of Pipeline use without declaring it.

import AbstractHTTP
import Foundation

struct User: JSONModel, Decodable, Sendable {
  var name = ""

  static func build(json: JSON) throws -> User { User() }
}
struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://example.com/users/1"
}

struct Job: Sendable { func stop() {} }
struct Reader: Sendable {
  func read(_ url: URL, _ completion: @escaping @Sendable (Result<Data, any Error>) -> Void) -> Job { Job() }
}

let connection = Connection(GetUser())
let connector = StubConnector(Response())
let request = Request(url: URL(fileURLWithPath: "/"))
let unwrapping = Stage<Response, Response>("unwrap") { $0 }
let reader = Reader()
let pipeline = Pipeline {
  Stage.sending(over: connector)
  Stage.parsing(User.self)
}
