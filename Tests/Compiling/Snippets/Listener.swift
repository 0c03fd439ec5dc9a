// What the snippets of the doc comments of Listener use without declaring it.

import AbstractHTTP
import Foundation

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}

@MainActor final class Spinner {
  func start() {}
  func stop() {}
}
struct Logger: Sendable { func debug(_ text: String) {} }

let connection = Connection(GetText())
@MainActor let spinner = Spinner()
let logger = Logger()
