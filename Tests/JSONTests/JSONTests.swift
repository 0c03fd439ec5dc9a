import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONTests {
  private let json: JSON = [
    "users": [["name": "Ada", "age": 36, "admin": true], ["name": "Grace", "tags": ["x", nil]]],
    "a b": ["é": 1.5], "nothing": nil,
  ]

  @Test func `is read by key, index, path and property`() {
    let path: [any JSONSubscriptType] = ["users", 0, "name"]

    #expect(json["users"][0]["name"].string == "Ada")
    #expect(json["users", 0, "name"].string == "Ada")
    #expect(json[["users", 0, "name"]].string == "Ada")
    #expect(json[path].string == "Ada")
    #expect(json[[JSONKey.key("users"), .index(1), .key("tags"), .index(0)]] == "x")
    #expect(json.users[0].name.string == "Ada")
    #expect(json["a b", "é"] == 1.5)
  }

  @Test(
    arguments: [
      ("json", [], nil), ("users", ["users", 0, "name"], nil), ("null", ["nothing"], nil),
      ("key", ["users", 0, "Name"], .missingKey(path: ["users", 0, "Name"])),
      ("key within", ["user", 0, "name"], .missingKey(path: ["user"])),
      ("index", ["users", 2, "name"], .indexOutOfBounds(path: ["users", 2], count: 2)),
      ("negative", ["users", -1], .indexOutOfBounds(path: ["users", -1], count: 2)),
      ("large", ["users", 1_000_000], .indexOutOfBounds(path: ["users", 1_000_000], count: 2)),
      ("no object", ["users", "name"], .wrongType(path: ["users"], expected: "an object", found: .array)),
      ("no array", ["users", 0, 0], .wrongType(path: ["users", 0], expected: "an array", found: .dictionary)),
      (
        "scalar", ["users", 0, "age", "x", "y"],
        .wrongType(path: ["users", 0, "age"], expected: "an object", found: .number)
      ),
      ("null within", ["nothing", "x"], .wrongType(path: ["nothing"], expected: "an object", found: .null)),
    ] as [(String, JSONPath, JSONError?)]
  )
  func `a missing value is null, and its error names the step`(name: String, path: JSONPath, error: JSONError?) {
    let found = json[path.steps]

    #expect(found.error == error)
    #expect(found.exists() == (error == nil))
    if error != nil { #expect(found == nil && found.type == .null && found.null != nil && found.stringValue == "") }
  }

  @Test func `step by step the first error stays, and begins where it was asked`() {
    #expect(json["user"][0]["name"].error == .missingKey(path: ["user"]))
    #expect(json["users"][7].name.error == .indexOutOfBounds(path: [7], count: 2))
    #expect(json.users[0].age.x.y.error == .wrongType(path: [], expected: "an object", found: .number))
  }

  @Test func `an error says what and where`() {
    #expect(json["users", 7].error?.description == "no such index: $.users[7], the array's count is 2")
    #expect(json["a b", "x"].error?.description == "no such key: $[\"a b\"].x")
    #expect(json["a b", 0].error?.description == "$[\"a b\"] is an object, not an array")
    #expect(
      JSON(parseJSON: "[1,]").error?.description
        == "invalid JSON: no value begins like this at byte 3 (line 1, column 4)"
    )
    #expect(JSONError.tooDeep(path: ["a"]).description == "$.a would be nested deeper than 512 levels")
    #expect(JSON(Double.nan).error?.description == "$ has a type that JSON doesn't support: Double(nan)")
  }

  @Test(
    arguments: [
      ([], "$"), (["a", 0, "b"], "$.a[0].b"),
      (["a.b", "", "1", "a\"b", "日本", "a_1"], #"$["a.b"][""]["1"]["a\"b"].日本.a_1"#),
    ] as [(JSONPath, String)]
  )
  func `a path is written as RFC 9535 writes it`(path: JSONPath, text: String) {
    #expect(path.description == text)
  }

  private static let types: [(JSON, JSONType)] = [
    (nil, .null), (true, .bool), (1, .number), (1.5, .number), ("x", .string), (JSON([]), .array),
    (JSON([:]), .dictionary),
    (JSON(UInt64.max), .number), (JSON(parseJSON: "1e9"), .number), (JSON(parseJSON: "x"), .null),
    (JSON.null["x"], .null),
  ]

  @Test(arguments: types)
  func `knows its type`(json: JSON, type: JSONType) {
    #expect(json.type == type)
  }

  @Test func `the getters are nil, and their values empty, for another type`() {
    for json in ["x", 1, true, [1], ["a": 1], nil] as [JSON] {
      #expect((json.string != nil) == (json.type == .string))
      #expect((json.bool != nil) == (json.type == .bool))
      #expect((json.array != nil) == (json.type == .array) && json.arrayValue == (json.array ?? []))
      #expect(
        (json.dictionary != nil) == (json.type == .dictionary) && json.dictionaryValue == (json.dictionary ?? [:])
      )
      #expect((json.null != nil) == (json.type == .null))
      #expect((json.arrayObject != nil) == (json.type == .array))
      #expect((json.dictionaryObject != nil) == (json.type == .dictionary))
      #expect((json.int != nil) == (json.type == .number || json.type == .bool))
      #expect((json.double != nil) == (json.type == .number || json.type == .bool))
      #expect((json.float != nil) == (json.type == .number || json.type == .bool))
      #expect(json.url?.absoluteString == (json.type == .string ? "x" : nil))
    }
  }

  @Test(
    arguments: [
      ("x", "x"), (1, "1"), (JSON(UInt64.max), "18446744073709551615"), (1.5, "1.5"),
      (JSON(parseJSON: "1.50"), "1.50"), (true, "true"),
      (false, "false"), (nil, ""), ([1], ""), ([:], ""),
    ] as [(JSON, String)]
  )
  func `a string's value converts numbers and bools`(json: JSON, text: String) {
    #expect(json.stringValue == text)
  }

  @Test(
    arguments: [
      (true, true), (false, false), ("true", true), ("YES", true), ("t", true), ("Y", true), ("1", true),
      ("on", false), ("", false),
      ("false", false), (1, true), (-1, true), (0, false), (0.0, false), (0.5, true), (JSON(parseJSON: "0e9"), false),
      (JSON(parseJSON: "1e-400"), true), (JSON(UInt64.max), true), (nil, false), ([true], false), ([:], false),
    ] as [(JSON, Bool)]
  )
  func `a bool's value converts numbers and strings`(json: JSON, expected: Bool) {
    #expect(json.boolValue == expected)
  }

  @Test func `a URL is percent-encoded where it must be`() {
    #expect(JSON("https://h.test/a%20b?q=é").url?.absoluteString == "https://h.test/a%20b?q=%C3%A9")
    #expect(JSON("https://h.test/a b").url?.absoluteString == "https://h.test/a%20b")
    #expect(JSON("").url == nil && JSON(1).url == nil)
  }

  @Test func `is gone through like SwiftyJSON`() {
    let array: JSON = ["x", 2]
    let object: JSON = ["b": 1, "a": 2]

    #expect(array.map(\.key) == ["0", "1"] && array.map(\.value) == ["x", 2])
    #expect(object.map(\.key) == ["b", "a"] && object.map(\.value) == [1, 2])
    #expect(array.count == 2 && !array.isEmpty && array.first?.value == "x" && array.last?.key == "1")
    #expect(object.keys == ["b", "a"] && object.values == [1, 2] && array.keys == [] && array.values == ["x", 2])
    for scalar in ["x", 1, nil, true] as [JSON] { #expect(scalar.isEmpty && scalar.first == nil && scalar.count == 0) }
    #expect(object.reversed().map(\.key) == ["a", "b"])
    #expect(object[object.index(object.startIndex, offsetBy: 7)].value == nil)
    #expect(object.contains { key, value in key == "a" && value == 2 })
  }

  @Test func `is written as a literal of every kind`() {
    let number = 7
    let json: JSON = [
      "s": "x\(number)", "i": 1, "d": 1.5, "b": true, "n": nil, "a": [1, "two", [:], []], "v": JSON(number), "i2": 2,
    ]

    #expect(
      json.debugDescription == #"{"s":"x7","i":1,"d":1.5,"b":true,"n":null,"a":[1,"two",{},[]],"v":7,"i2":2}"#
    )
    #expect(["a": 1, "a": 2] as JSON == ["a": 2])
  }

  @Test func `equal are objects in any order, and nulls of any kind`() {
    let one: JSON = ["a": 1, "b": [nil, 2]]
    let other: JSON = ["b": [nil, 2.0], "a": 1]

    #expect(one == other && one.hashValue == other.hashValue)
    #expect(JSON.null["x"] == nil && JSON.null["x"].hashValue == JSON.null.hashValue)
    #expect(one != ["a": 1] && one != ["a": 1, "c": [nil, 2]] && ["a": nil] as JSON != [:])
    #expect([1, 2] as JSON != [2, 1] && 1 as JSON != "1" && true as JSON != 1 && nil as JSON != false)
    #expect(Set([one, other, 1, 1.0, "x"]).count == 3)
  }

  @Test func `strings and numbers are ordered, all else is not`() {
    let (a, b, one, two): (JSON, JSON, JSON, JSON) = ("a", "b", 1, [2])

    #expect(a < b && !(b < a) && b > a && a <= a && a >= a)
    #expect(!(one < "2") && !(two < [3]) && !((false as JSON) < true) && !(one <= "2") && !(two > [1]))
    #expect(two <= [2] && two >= [2] && JSON(true) <= true && !(two <= [3]))
  }
}
