// What the snippets of the doc comments of Connection use without declaring it.

import AbstractHTTP
import Foundation

struct User: Decodable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://example.com/users/1"
}

final class Screen: Sendable { let holder = ConnectionHolder() }

let connection = Connection(GetUser())
let unwrapping = Stage<Response, Response>("unwrap") { $0 }
let screen = Screen()
