import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ResponseModelTests {
  private struct User: Decodable, Equatable {
    let name: String
  }

  private func response(_ body: String) -> Response { Response(data: Data(body.utf8)) }

  private let document = #"""
    {"data": {"user": {"name": "Ada"}, "users": [{"name": "Ada"}, {"name": "Grace"}], "count": 2, "none": null, "7": "seven"},
     "snake_case": {"first_name": {"name": "Lin"}}, "at": 0}
    """#

  @Test(arguments: [
    ("data.user", "Ada"), ("data.users.1", "Grace"), ("data.users.0", "Ada"), (".data..user.", "Ada"),
    ("snake_case.first_name", "Lin"),
  ])
  func `a model is found at its key path`(path: String, name: String) throws {
    #expect(try response(document).decoded(as: User.self, keyPath: path) == User(name: name))
  }

  @Test func `anything can be at a key path: a list, a number, a text, the whole`() throws {
    let response = response(document)

    #expect(try response.decoded(as: [User].self, keyPath: "data.users").map(\.name) == ["Ada", "Grace"])
    #expect(try response.decoded(as: Int.self, keyPath: "data.count") == 2)
    #expect(try response.decoded(as: String.self, keyPath: "data.user.name") == "Ada")
    #expect(try response.decoded(as: String.self, keyPath: "data.7") == "seven")
    #expect(try self.response("[1, 2]").decoded(as: [Int].self, keyPath: "") == [1, 2])
    #expect(try self.response("[1, 2]").decoded(as: Int.self, keyPath: "1") == 2)
  }

  @Test func `a key path works with the decoder's strategies`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970

    #expect(
      try response(document).decoded(as: User.self, keyPath: "snake_case.first_name", decoder: decoder).name == "Lin"
    )
    #expect(
      try response(document).decoded(as: User.self, keyPath: "snakeCase.firstName", decoder: decoder).name == "Lin"
    )
    #expect(
      try response(document).decoded(as: Date.self, keyPath: "at", decoder: decoder) == Date(timeIntervalSince1970: 0)
    )
  }

  @Test(arguments: [
    ("data.nobody", "nobody"), ("data.users.2", "element 2"), ("data.users.-1", "element -1"),
    ("nothing.at.all", "nothing"),
  ])
  func `a key path that doesn't exist is an error that names the missing key`(path: String, missing: String) throws {
    let error = #expect(throws: DecodingError.self) { try response(document).decoded(as: User.self, keyPath: path) }

    #expect("\(error, default: "")".contains(missing))
  }

  @Test(arguments: ["data.user.name.first", "data.users.name", "data.count.x", "data.none.x", "data.user"])
  func `a key path through something else, or to something else, is an error`(path: String) {
    #expect(throws: DecodingError.self) { try response(document).decoded(as: [Int].self, keyPath: path) }
  }

  @Test(arguments: ["data.nobody", "data.users.2", "nothing.at.all", "data.none"])
  func `an optional that is not there is nil`(path: String) throws {
    #expect(try response(document).decoded(as: User?.self, keyPath: path) == nil)
  }

  @Test func `nothing is within a null, and something else in the way is an error`() throws {
    #expect(try response(#"{"data": null}"#).decoded(as: User?.self, keyPath: "data.user") == nil)
    #expect(throws: DecodingError.self) {
      try response(#"{"data": "maintenance"}"#).decoded(as: User?.self, keyPath: "data.user")
    }
    #expect(throws: DecodingError.self) {
      try response(#"{"data": null}"#).decoded(as: User.self, keyPath: "data.user")
    }
  }

  @Test func `of an empty body an optional is nil, and anything else an error`() throws {
    #expect(try response("").decoded(as: User?.self) == nil)
    #expect(try response("").decoded(as: User?.self, keyPath: "data") == nil)
    #expect(try response("null").decoded(as: User?.self) == nil)
    #expect(try response("").decoded(as: [User]?.self) == nil)
    #expect(throws: EmptyBody.self) { try response("").decoded(as: User.self) }
    #expect(throws: EmptyBody.self) { try response("").decoded(as: User.self, keyPath: "data") }
    #expect(throws: DecodingError.self) { try response(" ").decoded(as: User?.self) }
  }

  @Test func `JSON is read as it is, at a key path, too`() throws {
    let exact = response(#"{"data": [{"n": 18446744073709551615}, 0.1]}"#)

    #expect(try exact.decoded(as: JSON.self).data[0].n.uInt64 == .max)
    #expect(try exact.decoded(as: JSON.self, keyPath: "data.0.n").uInt64 == .max)
    #expect(throws: JSONError.self) { try response("{").decoded(as: JSON.self) }
  }

  @Test func `a model that builds itself is found at its key path, and its errors name the whole way`() throws {
    struct Person: JSONModel {
      let name: String
      static func build(json: JSON) throws -> Person { Person(name: try json.required("name")) }
    }

    #expect(try response(document).built(as: Person.self, keyPath: "data.users.1").name == "Grace")
    #expect(try response(document).built(as: [Person].self, keyPath: "data.users").map(\.name) == ["Ada", "Grace"])
    #expect(try response(document).built(as: Person?.self, keyPath: "data.nobody") == nil)
    #expect(try response("").built(as: Person?.self, keyPath: "data") == nil)
    #expect(throws: EmptyBody.self) { try response("").built(as: Person.self, keyPath: nil) }
    let missing = #expect(throws: JSONError.self) { try response(document).built(as: Person.self, keyPath: "data.x.y") }
    let wrong = #expect(throws: ModelMappingError.self) {
      try response(document).built(as: [Person].self, keyPath: "data.user.name")
    }
    #expect(missing?.description == "no such key: $.data.x")
    #expect(wrong?.path == ["data", "user", "name"])
  }

  @Test func `a body in a file is read from there`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("user.json")
    try Data(#"{"name": "Ada"}"#.utf8).write(to: file)
    var response = Response()
    response.file = file

    #expect(try response.decoded(as: User.self) == User(name: "Ada"))
    #expect(try response.decoded(as: User?.self) == User(name: "Ada"))
    #expect(try response.decoded(as: URL.self) == file)
    #expect(try response.decoded(as: URL?.self) == file)
    #expect(try response.decoded(as: Data.self).count == 15)
    #expect(try response.decoded(as: String.self) == #"{"name": "Ada"}"#)
    #expect(try response.decoded(as: String?.self) == #"{"name": "Ada"}"#)
    #expect(throws: MissingFile.self) { try Response().decoded(as: URL.self) }
  }

  @Test func `text and data are the body as it is`() throws {
    #expect(try response(#""quoted""#).decoded(as: String.self) == #""quoted""#)
    #expect(try response("pong").decoded(as: String?.self) == "pong")
    #expect(try response("pong").decoded(as: Data.self) == Data("pong".utf8))
    #expect(try response("pong").decoded(as: Data?.self) == Data("pong".utf8))
    #expect(try response("").decoded(as: String.self) == "")
    #expect(try response("").decoded(as: String?.self) == nil)
    #expect(throws: UndecodableText.self) { try Response(data: Data([0xFF])).decoded(as: String.self) }
  }
}
