import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// The server of the app.
nonisolated enum Server {
  private static let server: LoopbackServer? = {
    let server = try? LoopbackServer()
    server?.on(.get, "/users/7", .json(#"{"id": 7, "name": "Ada"}"#))
    server?.on(.patch, "/users/7") { _ in .status(409) }
    return server
  }()

  static var url: URL { server?.baseURL ?? URL(filePath: "/") }
}
