// error: type 'Parsing' does not conform to protocol 'ResponseSpec'
import AbstractHTTP

struct Model: Sendable {}

struct Parsing: ConnectionSpec {
  let url = "https://example.com"
  func parseResponse(response: Response) async throws -> Model { Model() }
}
