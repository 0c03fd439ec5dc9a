import AbstractHTTP
import Foundation

nonisolated struct User: Decodable, Sendable {
  let id: Int
  let name: String
}

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

struct Rename: ConnectionSpec {
  typealias ResponseModel = User?
  let id: Int
  let name: String
  var url: String { "/users/\(id)" }
  var httpMethod: HTTPMethod { .patch }
  func body() throws -> Data? { try JSONEncoder().encode(["name": name]) }
  func validate(response: Response) throws {
    if response.statusCode == 409 { throw NameTaken() }
  }
}

struct NameTaken: Error {}

enum Users: TargetType {
  case user(Int)

  var baseURL: URL { Server.url }
  var path: String {
    switch self {
    case .user(let id): "/users/\(id)"
    }
  }
}
