// flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
import AbstractHTTP

nonisolated struct User: Decodable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://example.com"
}

final class Screen {
  var text = ""

  func load() async throws { text = try await Connection(GetUser()).start().value.name }

  func loadText() { HTTP("https://example.com").asString { self.text = $0 } }
}
