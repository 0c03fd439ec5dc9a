// What the snippets of the doc comments of Targets use without declaring it.

import AbstractHTTP
import Foundation

enum GitHub: TargetType {
  case zen, feed
  case user(id: String), avatar(id: String), rename(id: String, name: String)
  case search(words: String)

  var baseURL: URL { api }
  var isReady: Bool { true }
}

struct User: Decodable, Sendable { let name: String }
struct UIImage: Sendable { init?(data: Data) { return nil } }
struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}

protocol Signable {}
struct Signing: PluginType {}
extension Request { func signed() -> Request { self } }
struct Session: Sendable { let token = "" }
struct Logger: Sendable { func debug(_ text: String) {} }

let api = URL(fileURLWithPath: "/")
let github = Provider<GitHub>()
let client = Client(baseURL: "https://api.example.com")
let connection = Connection(GetText())
let tokens = BearerTokens(BearerToken(access: "a1")) { $0 }
let session = Session()
let logger = Logger()
let response = Response()
let snakeCase = JSONDecoder()

func language() -> String { "en" }
func show(_ response: Response) {}
func report(_ error: ConnectionError) {}
