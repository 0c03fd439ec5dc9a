import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONChangingTests {
  @Test func `a member and an element are changed and added`() {
    var json: JSON = ["a": 1, "l": [1, 2]]

    json["a"] = 2
    json["b"] = ["x": nil]
    json["l"][0] = "one"
    json["l"][2] = 3
    json.b.x = true
    json["l", 1] = "two"

    #expect(json.debugDescription == #"{"a":2,"l":["one","two",3],"b":{"x":true}}"#)
  }

  @Test func `missing values along the path are created`() {
    var (byKeys, byPath, byProperty) = (JSON.null, JSON([:]), JSON.null["x"])

    byKeys["a"][0]["b"] = 1
    byPath["a", 0, "b"] = 1
    byProperty.a[0].b.int = 1

    #expect(byKeys == ["a": [["b": 1]]])
    #expect(byPath == byKeys && byProperty == byKeys)
    #expect(byProperty.exists())
  }

  @Test func `what cannot be set changes nothing`() {
    let original: JSON = ["s": "x", "l": [1], "o": [:]]
    var json = original

    json["s"]["x"] = 1
    json["s"][0] = 1
    json["l"]["x"] = 1
    json["l"][2] = 1
    json["l"][-1] = 1
    json["o"][0] = 1
    json["l", 5, "x"] = 1
    json["s", "x"] = 1
    json["new"][1] = 1
    json["new2", 1, "x"] = 1
    _ = json["unread"]["deeper"]

    #expect(json == original)
  }

  @Test func `a value that is not there is stored as a plain null`() {
    var json: JSON = ["a": 1]

    json["a"] = json["missing"]
    json["b"] = json["missing"]
    json["c"][0] = json["missing"]
    let literal: JSON = ["a": json["missing"], "b": [json["missing"]], "c": JSON([json["missing"]])]

    #expect(json.debugDescription == #"{"a":null,"b":null,"c":[null]}"#)
    #expect(json["a"].exists() && json["b"].exists() && json["c"][0].exists())
    #expect(literal["a"].exists() && literal["b"][0].exists() && literal["c"][0].exists())
  }

  @Test func `every getter that has a setter sets`() {
    var json: JSON = [:]

    json["string"].string = "x"
    json["stringValue"].stringValue = "y"
    json["bool"].bool = true
    json["boolValue"].boolValue = false
    json["int"].int = 1
    json["intValue"].intValue = 2
    json["uInt64"].uInt64 = .max
    json["int8Value"].int8Value = -8
    json["double"].double = 0.5
    json["doubleValue"].doubleValue = 1.5
    json["float"].float = 0.1
    json["floatValue"].floatValue = 0.2
    json["decimal"].decimal = Decimal(string: "0.30")
    json["decimalValue"].decimalValue = 4
    json["number"].number = NSNumber(value: true)
    json["numberValue"].numberValue = 5
    json["url"].url = URL(string: "https://h.test/")
    json["array"].array = [1]
    json["arrayValue"].arrayValue = [2]
    json["arrayObject"].arrayObject = [3, "x"]
    json["dictionary"].dictionary = ["a": 1]
    json["dictionaryValue"].dictionaryValue = ["b": 2]
    json["dictionaryObject"].dictionaryObject = ["c": 3]
    json["object"].object = [4]
    json["null"].null = NSNull()
    json["none"].string = nil

    #expect(
      json.debugDescription == """
        {"string":"x","stringValue":"y","bool":true,"boolValue":false,"int":1,"intValue":2,"uInt64":18446744073709551615,\
        "int8Value":-8,"double":0.5,"doubleValue":1.5,"float":0.1,"floatValue":0.2,"decimal":0.3,"decimalValue":4,"number":true,\
        "numberValue":5,"url":"https://h.test/","array":[1],"arrayValue":[2],"arrayObject":[3,"x"],"dictionary":{"a":1},\
        "dictionaryValue":{"b":2},"dictionaryObject":{"c":3},"object":[4],"null":null,"none":null}
        """
    )
  }

  @Test func `a copy is independent of its original`() {
    let original: JSON = ["a": [1, ["b": 2]]]
    var copy = original

    copy["a"][1]["b"] = 3
    copy["c"] = 4
    copy["a"][0] = nil

    #expect(original == ["a": [1, ["b": 2]]])
    #expect(copy == ["a": [nil, ["b": 3]], "c": 4])
  }

  @Test func `parsed objects that share their keys change apart`() {
    var json = JSON(parseJSON: #"[{"a":1},{"a":2}]"#)

    json[0]["b"] = 3
    json[1].remove("a")

    #expect(json == [["a": 1, "b": 3], [:]])
  }

  @Test func `an object grows beyond the size at which its keys are hashed, and shrinks again`() {
    var json: JSON = [:]

    for number in 0..<40 { json["k\(number)"] = JSON(number) }
    for number in 0..<30 { #expect(json.remove("k\(number)") == JSON(number)) }

    #expect(json.keys == (30..<40).map { "k\($0)" })
    #expect((30..<40).allSatisfy { json["k\($0)"] == JSON($0) })
    #expect(!json["k0"].exists())
  }

  @Test func `a value is changed or added without copying the others`() {
    var json = JSON((0..<100_000).map { JSON($0) })

    for number in 0..<100_000 { json[number] = JSON(-number) }
    for number in 0..<100_000 { json[number].int = number }

    var object: JSON = [:]
    for number in 0..<20_000 { object["k\(number)"] = JSON(number) }

    #expect(json[99_999] == 99_999)
    #expect(object.count == 20_000)
  }

  @Test(
    arguments: [
      (["l", 5], .indexOutOfBounds(path: ["l", 5], count: 1)),
      (["n", 1], .indexOutOfBounds(path: ["n", 1], count: 0)),
      (["s", "x"], .wrongType(path: ["s"], expected: "an object", found: .string)),
      (["o", "p", 0], .wrongType(path: ["o", "p"], expected: "an array", found: .dictionary)),
      (["l", "x"], .wrongType(path: ["l"], expected: "an object", found: .array)),
    ] as [(JSONPath, JSONError)]
  )
  func `a path that cannot be set is an error, and changes nothing`(path: JSONPath, error: JSONError) {
    let original: JSON = ["l": [1], "s": "x", "n": nil, "o": ["p": [:]]]
    var json = original

    #expect(throws: error) { try json.set(1, at: path.steps) }
    #expect(json == original)
  }

  @Test func `set, append and remove work along a path`() throws {
    var json: JSON = [:]

    try json.set("Ada", at: "users", 0, "name")
    try json["users"].append(["name": "Grace"])
    try json.new.append(1)
    let removed = json.remove("users", 0, "name")
    let none = json.remove("users", 7)

    #expect(json == ["users": [[:], ["name": "Grace"]], "new": [1]])
    #expect(removed == "Ada" && none == .none)
    #expect(json.remove("users", 0) == [:] && json.users.count == 1)
    #expect(throws: JSONError.wrongType(path: [], expected: "an array", found: .string)) {
      try json["users"][0]["name"].append(1)
    }
  }

  @Test func `the empty path is the value itself`() throws {
    var json: JSON = 1

    #expect(json[[]] == 1)
    try json.set(2, at: [])
    #expect(json == 2)
    #expect(json.remove() == 2)
    #expect(json == nil)
  }

  @Test func `merging goes into objects, adds to arrays, and replaces all else`() throws {
    var json: JSON = ["a": 1, "o": ["x": 1, "y": ["z": 1]], "l": [1], "t": "x"]

    try json.merge(with: ["b": 2, "o": ["y": ["w": 2], "x": "new"], "l": [2, 3], "t": [1], "a": nil])

    #expect(json == ["a": nil, "o": ["x": "new", "y": ["z": 1, "w": 2]], "l": [1, 2, 3], "t": [1], "b": 2])
    #expect(json.keys == ["a", "o", "l", "t", "b"])
    #expect(try ([1] as JSON).merged(with: [2]) == [1, 2])
    #expect(try (1 as JSON).merged(with: 2.5) == 2.5)
  }

  @Test func `values of different types do not merge`() {
    var json: JSON = [1]

    #expect(throws: JSONError.wrongType(path: [], expected: "an array", found: .dictionary)) {
      try json.merge(with: [:])
    }
    #expect(json == [1])
  }
}
