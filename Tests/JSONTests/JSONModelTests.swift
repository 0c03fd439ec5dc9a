import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONModelTests {
  private enum Role: String, JSONReadable { case admin, guest }

  private struct Address: JSONModel, Equatable {
    let city: String

    static func build(json: JSON) throws -> Address { try Address(city: json.required("city")) }
  }

  private struct User: JSONModel, Equatable {
    let id: Int
    let name: String
    let role: Role?
    let addresses: [Address]
    let home: Address?
    let scores: [String: Double]

    static func build(json: JSON) throws -> User {
      try User(
        id: json.required("id"),
        name: json.required("profile", "name"),
        role: json.optional("role"),
        addresses: json.optional("addresses") ?? [],
        home: json.required("home"),
        scores: json.optional("scores") ?? [:]
      )
    }
  }

  private let ada: JSON = [
    "id": 7, "profile": ["name": "Ada"], "role": "admin", "addresses": [["city": "Basel"], ["city": "Bonn"]],
    "scores": ["x": 1.5],
  ]

  @Test func `is built with what it has within it`() throws {
    let addresses = [Address(city: "Basel"), Address(city: "Bonn")]
    let user = User(id: 7, name: "Ada", role: .admin, addresses: addresses, home: nil, scores: ["x": 1.5])

    #expect(try ada.build(User.self) == user)
    #expect(try User.build(json: ada) == user)
    #expect(try ([ada, ada] as JSON).build([User].self) == [user, user])
    #expect(try [User].build(json: [ada]) == [user])
    #expect(try JSON.null.build(User?.self) == .none)
    #expect(try User?.build(json: ada) == user)
    #expect(try (["u": ada] as JSON).u.build() as User == user)
  }

  private static let wrong: [(path: JSONPath, value: JSON, error: ModelMappingError)] = [
    (["id"], nil, .null(type: "User", property: "id", path: ["users", 1, "id"])),
    (["profile"], [:], .required(type: "User", property: "profile.name", path: ["users", 1, "profile", "name"])),
    (["profile"], nil, .required(type: "User", property: "profile.name", path: ["users", 1, "profile", "name"])),
    (
      ["profile"], "x",
      .wrongType(
        type: "User",
        property: "profile",
        path: ["users", 1, "profile"],
        expected: "an object",
        found: .string
      )
    ),
    (
      ["id"], "7",
      .wrongType(type: "User", property: "id", path: ["users", 1, "id"], expected: "a number", found: .string)
    ),
    (["id"], 7.5, .invalidValue(type: "User", property: "id", path: ["users", 1, "id"], expected: "Int")),
    (["role"], "king", .invalidValue(type: "User", property: "role", path: ["users", 1, "role"], expected: "Role")),
    (
      ["addresses", 1], [:],
      .required(type: "Address", property: "city", path: ["users", 1, "addresses", 1, "city"])
    ),
    (
      ["addresses"], [:],
      .wrongType(
        type: "User",
        property: "addresses",
        path: ["users", 1, "addresses"],
        expected: "an array",
        found: .dictionary
      )
    ),
    (
      ["scores", "y"], true,
      .wrongType(
        type: "User",
        property: "scores.y",
        path: ["users", 1, "scores", "y"],
        expected: "a number",
        found: .bool
      )
    ),
    (["home"], ["city": nil], .null(type: "Address", property: "city", path: ["users", 1, "home", "city"])),
    ([], "x", .wrongType(type: "User", property: "", path: ["users", 1], expected: "an object", found: .string)),
  ]

  @Test(arguments: wrong)
  func `an error names the type, the property and the path`(path: JSONPath, value: JSON, error: ModelMappingError)
    throws
  {
    var broken = ada
    try broken.set(value, at: path.steps)
    let json: JSON = ["users": [ada, broken]]

    #expect(throws: error) { try json.required("users", as: [User].self) }
    #expect(error.path.description.hasPrefix("$.users[1]"))
  }

  @Test func `an error is a sentence`() {
    #expect(throws: ModelMappingError.self) { try ([["id": 1]] as JSON).build([User].self) }
    #expect(
      Self.wrong.map(\.error.description).prefix(6) == [
        "User.id is required, and null at $.users[1].id",
        "User.profile.name is required, and missing at $.users[1].profile.name",
        "User.profile.name is required, and missing at $.users[1].profile.name",
        "User.profile must be an object, and is a string at $.users[1].profile",
        "User.id must be a number, and is a string at $.users[1].id",
        "User.id is no valid Int at $.users[1].id",
      ]
    )
    #expect(
      ModelMappingError.required(type: nil, property: "", path: ["a"]).description
        == "a is required, and missing at $.a"
    )
    #expect(
      ModelMappingError.wrong(1, expected: "a string").description == "the value must be a string, and is a number at $"
    )
  }

  @Test func `built by a plain call, the error does not know the type`() {
    #expect(throws: ModelMappingError.required(type: nil, property: "", path: ["city"])) {
      try Address.build(json: [:])
    }
    #expect(throws: ModelMappingError.required(type: "Address", property: "city", path: ["city"])) {
      try ([:] as JSON).build(Address.self)
    }
  }

  @Test func `a missing value is reported where it was looked up`() {
    #expect(throws: ModelMappingError.required(type: nil, property: "", path: ["user", "id"])) {
      try ([:] as JSON)["user"].required("id", as: Int.self)
    }
    #expect(throws: ModelMappingError.required(type: nil, property: "", path: ["l", 2, "id"])) {
      try (["l": [1, 2]] as JSON).required("l", 2, "id", as: Int.self)
    }
    #expect(throws: ModelMappingError.required(type: nil, property: "", path: ["users"])) {
      try ([:] as JSON).users.build([User].self)
    }
    #expect(throws: ModelMappingError.required(type: "User", property: "id", path: ["id"])) {
      try JSON.null.build(User.self)
    }
  }

  @Test func `an error of one's own passes through, with its way from the model around it`() throws {
    struct Mine: Error {}
    struct Picky: JSONModel {
      static func build(json: JSON) throws -> Picky { throw Mine() }
    }

    let error = #expect(throws: ModelBuildError.self) {
      try (["p": [[:], ["q": [:]]]] as JSON).required("p", as: [Picky].self)
    }

    #expect(error?.path == ["p", 0])
    #expect(error?.underlying is Mine)
    #expect(error?.description == "Picky can't be built at $.p[0]: Mine()")
    #expect(throws: Mine.self) { try ([:] as JSON).build(Picky.self) }
    #expect(throws: CancellationError.self) {
      try ModelMappingError.within(["p"]) { () throws -> Picky in throw CancellationError() }
    }
  }

  @Test func `an optional value is nil if missing or null, and an error if it has another type`() throws {
    let json: JSON = ["s": "x", "n": nil, "o": ["n": nil]]

    #expect(try json.optional("s") == "x")
    #expect(try json.optional("n", as: String.self) == nil && json.optional("missing", "x", as: String.self) == nil)
    #expect(try json.optional("o", "n", "x", as: Int.self) == nil && json.optional("l", 3, as: Int.self) == nil)
    #expect(throws: ModelMappingError.self) { try json.optional("s", as: Int.self) }
    #expect(throws: ModelMappingError.self) { try json.optional("s", "x", as: Int.self) }
    #expect(try json.required("n", as: String?.self) == nil)
    #expect(try json.required("missing", as: JSON?.self) == .none && json.required("n", as: JSON.self) == nil)
    #expect(throws: ModelMappingError.self) { try json.required("missing", as: JSON.self) }
  }

  @Test(arguments: [
    ("1", true), ("1.0", true), ("10e-1", true), ("-1", true), ("1.5", false), ("\"1\"", false), ("true", false),
    ("1e19", false),
    ("null", false), ("[1]", false),
  ])
  func `an integer is read exactly`(text: String, isInt: Bool) {
    let json: JSON = ["v": JSON(parseJSON: text)]

    #expect(((try? json.required("v", as: Int.self)) != nil) == isInt)
  }

  @Test func `values of every kind are read`() throws {
    let json = JSON(
      parseJSON: #"{"i":-8,"u":255,"max":18446744073709551615,"d":0.5,"x":0.1,"s":"y","b":true,"l":"https://h.test/","#
        + #""t":"1970-01-01T00:00:01Z","a":[[1]],"m":{"k":null}}"#
    )

    #expect(
      try json.required("i") as Int8 == -8 && json.required("i") as Int16 == -8 && json.required("i") as Int32 == -8
    )
    #expect(
      try json.required("i") as Int64 == -8 && json.required("u") as UInt8 == 255 && json.required("u") as UInt16 == 255
    )
    #expect(
      try json.required("u") as UInt32 == 255 && json.required("u") as UInt == 255
        && json.required("max") as UInt64 == .max
    )
    #expect(try json.required("d") as Double == 0.5 && json.required("d") as Float == 0.5)
    #expect(try json.required("x") as Decimal == Decimal(string: "0.1"))
    #expect(
      try json.required("s") as String == "y" && json.required("b") as Bool && json.required("a") as JSON == [[1]]
    )
    #expect(try json.required("l") as URL == #require(URL(string: "https://h.test/")))
    #expect(try json.required("t") as Date == Date(timeIntervalSince1970: 1))
    #expect(try json.required("a") as [[Int]] == [[1]] && json.required("m") as [String: Int?] == ["k": nil])
    #expect(throws: ModelMappingError.self) { try json.required("u") as Int8 }
    #expect(throws: ModelMappingError.self) { try json.required("i") as UInt }
    #expect(throws: ModelMappingError.self) { try json.required("b") as String }
    #expect(throws: ModelMappingError.self) { try json.required("s") as Bool }
    #expect(throws: ModelMappingError.self) { try json.required("s") as Double }
  }
}
