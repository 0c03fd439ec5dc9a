// What the snippets of the doc comments of Stages use without declaring it.

import AbstractHTTP
import Foundation

struct User: Decodable, Sendable { let name: String }

let connector = StubConnector(Response())
