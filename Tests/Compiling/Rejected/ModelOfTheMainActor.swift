// flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// error: type 'GetUser' does not conform to protocol 'ResponseSpec'
import AbstractHTTP

struct User: Decodable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://example.com"
}
