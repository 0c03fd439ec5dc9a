// What the snippets of the doc comments of Client use without declaring it.

import AbstractHTTP
import Foundation

struct User: Codable, Sendable { let name: String }
struct Settings: Decodable {}

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

struct ListUsers: ConnectionSpec {
  typealias ResponseModel = UserList
  var cursor: String?
  let url = "/users"
}

struct UserList: Decodable, Sendable {
  let cursor: String?
  let count: Int
}

final class Hash: Sendable {
  var value: Int { 0 }
  func update(_ piece: Data) {}
}
final class Bar: Sendable { func set(_ fraction: Double) {} }
@MainActor final class Label { var text: String? }

let client = Client(baseURL: "https://api.example.com")
let user = User(name: "Ada")
let github = Client(baseURL: "https://api.github.com")
let tokens = BearerTokens(BearerToken(access: "a1")) { $0 }
let password = ""
let json = Data("{}".utf8)
let response = Response()
let movies = URL(fileURLWithPath: "/movies")
let photo = URL(fileURLWithPath: "/photo.jpeg")
let hash = Hash()
let bar = Bar()
@MainActor let label = Label()
