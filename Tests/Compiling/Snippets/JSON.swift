// What the snippets of the doc comments of JSON use without declaring it.

import AbstractHTTP
import Foundation

struct User: JSONModel, Codable, Sendable {
  var name = ""

  static func build(json: JSON) throws -> User { User() }
}
struct Address: JSONModel { static func build(json: JSON) throws -> Address { Address() } }
struct Feed: Decodable, Sendable {}

struct XMLDecoder: ResponseDecoder {
  func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model { throw URLError(.unknown) }
}

let url = "https://example.com/feed"
let api = "https://example.com"
let data = Data("{}".utf8)
let json: JSON = [:]
let other: JSON = [:]
let user = User()
let name = "Ada"
let tag = "x"
let optionalAge: Int? = nil
let options = DecodingOptions()
let response = Response()
let error = ConnectionError(.parse)
@MainActor var request = Request(url: URL(fileURLWithPath: "/"))
