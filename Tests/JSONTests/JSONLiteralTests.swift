import Foundation
import Testing

@testable import AbstractHTTP

struct JSONLiteralTests {
  private struct User: Encodable, JSONConvertible { var id = 7 }

  @Test func `a literal takes variables, optionals, and what other JSON holds`() {
    let (name, age, nothing) = ("Ada", Optional(36), Int?.none)
    let other: JSON = ["tags": ["a", 1.5], "price": 2]

    let json: JSON = [
      "name": name, "age": age, "nothing": nothing, "nil": nil, "user": User(), "tags": other.tags,
      "object": other.object, "missing": other.missing, "day": Date(timeIntervalSince1970: 0),
      "url": URL(filePath: "/a"), "inner": ["name": name, "list": [1, "x", true, [name]]],
    ]

    #expect(
      json.debugDescription
        == #"{"name":"Ada","age":36,"nothing":null,"nil":null,"user":{"id":7},"tags":["a",1.5],"#
        + #""object":{"price":2,"tags":["a",1.5]},"missing":null,"day":"1970-01-01T00:00:00Z","url":"file:///a","#
        + #""inner":{"list":[1,"x",true,["Ada"]],"name":"Ada"}}"#
    )
  }

  @Test func `a literal keeps the order of its keys, and a literal within if it says so`() {
    let json: JSON = ["b": 1, "a": ["z": 1, "y": 2] as JSON, "c": ["z": 1, "y": 2]]

    #expect(json.debugDescription == #"{"b":1,"a":{"z":1,"y":2},"c":{"y":2,"z":1}}"#)
  }

  @Test func `what JSON has no counterpart for is named by its place`() {
    struct Odd {}
    let list: JSON = [1, ["a": Odd()]]
    let object: JSON = ["x": Double.nan, "y": 1]

    #expect(list.error == .unsupportedType(path: [1, "a"], type: "Odd"))
    #expect(object.error?.path == ["x"])
    #expect(object == nil)
  }

  @Test func `a raw value is the object, and back`() {
    let json: JSON = ["a": [1, nil, "x"]]

    #expect(JSON(rawValue: json.rawValue) == json)
    #expect(JSON(rawValue: NSNull()) == JSON.null)
    #expect(JSON(rawValue: Thread.current) == nil as JSON?)
  }

  private struct Item: JSONModel, Equatable {
    let id: Int
    static func build(json: JSON) throws -> Item { try Item(id: json.required("id")) }
  }

  @Test func `a dictionary of models is a model`() throws {
    let response = Response(data: Data(#"{"a": {"id": 1}, "b": {"id": 2}}"#.utf8))

    #expect(try response.model([String: Item].self) == ["a": Item(id: 1), "b": Item(id: 2)])
    #expect(throws: ModelMappingError.required(type: "Item", property: "id", path: ["a", "id"])) {
      try (["a": [:]] as JSON).build([String: Item].self)
    }
  }

  @Test func `JSON in a list or an optional keeps its order and the text of its numbers`() throws {
    let text = #"[{"z":1.0,"a":1e2},2.50]"#
    let response = Response(data: Data(text.utf8))

    #expect(try JSON(response.decoded(as: [JSON].self)).debugDescription == text)
    #expect(try response.decoded(as: JSON?.self)?.debugDescription == text)
    #expect(try Response(data: Data("null".utf8)).decoded(as: [JSON]?.self) == nil)
  }
}
