// What the snippets of the doc comments of Middleware use without declaring it.

import AbstractHTTP
import Foundation

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}
struct GetKey: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/key"
}
struct KeyAuthenticator: Authenticator {
  func apply(_ key: String, to request: inout Request) {}
  func refresh(_ key: String) async throws -> String { key }
}
struct Keychain: Sendable { func password(for realm: String?) async throws -> String { "" } }
struct Archive: Sendable { func response(to request: Request?) throws -> Response { Response() } }

extension Request { func signed() -> Request { self } }

let connection = Connection(GetText())
let avatar = Connection(GetText())
let badge = Connection(GetText())
let connector = StubConnector(Response())
let keys = CredentialStore("first", by: KeyAuthenticator())
let tokens = BearerTokens(BearerToken(access: "a1")) { $0 }
let key = ""
let password = ""
let keychain = Keychain()
let archive = Archive()
let response = Response()
let offline = Response()
let url = URL(fileURLWithPath: "/")
let folder = URL(fileURLWithPath: "/cache")
let clock = ContinuousClock()
