import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONBridgingTests {
  private struct Point: Codable, Equatable {
    var x = 1
    var y: Double? = 2.5
  }

  private static var values: [(Any?, JSON)] {
    let nested: [Any?] = [nil, true]
    let mixed: [Any?] = [1, "x", nested]
    let inner: [String: Any] = ["b": [1.5]]
    let outer: [String: Any?] = ["a": inner, "c": nil]
    return [
      (1, 1), (Int8(-1), -1), (UInt64.max, JSON(UInt64.max)), (1.5, 1.5), (Float(0.1), 0.1), (true, true),
      ("x", "x"), (0, 0),
      (Optional<Int>.none as Any, nil), (nil, nil), (Optional(3) as Any, 3), (NSNull(), nil), (false, false),
      (1.0, 1),
      (NSNumber(value: true), true), (NSNumber(value: 1), 1), (NSNumber(value: 1.5), 1.5), (NSNumber(value: 0), 0),
      (NSNumber(value: UInt64.max), JSON(UInt64.max)), (NSDecimalNumber(string: "0.1"), 0.1),
      (NSNumber(value: false), false),
      (Decimal(string: "0.1") ?? 0, 0.1), (Decimal(1), 1), ([1, 2], [1, 2]), (["a": 1], ["a": 1]),
      (mixed, [1, "x", [nil, true]]),
      (outer, ["a": ["b": [1.5]], "c": nil]), (JSON([1]), [1]), ([JSON(1), 2] as [Any], [1, 2]),
      (Date(timeIntervalSince1970: 0), "1970-01-01T00:00:00Z"), (URL(filePath: "/x"), "file:///x"),
      (Data("[1]".utf8), [1]),
      (Point(), ["x": 1, "y": 2.5]), ([Point()], [["x": 1, "y": 2.5]]), (Set([7]), [7]),
    ]
  }

  @Test func `is made of any Swift value`() {
    for (value, expected) in Self.values {
      let json = JSON(value)

      #expect(json == expected && json.type == expected.type && json.exists(), "\(value ?? "nil")")
    }
  }

  @Test func `names the place of what JSON does not have`() {
    struct Plain: Sendable {}

    #expect(JSON(["a": [1, Plain()]] as Any?).error == .unsupportedType(path: ["a", 1], type: "Plain"))
    #expect(JSON([Date(timeIntervalSince1970: 1e12)] as Any?).error == .unsupportedType(path: [0], type: "Date"))
    #expect(JSON([Double.nan] as [Any] as Any?).error == .unsupportedType(path: [0], type: "Double(nan)"))
    #expect(JSON(Data("[1".utf8) as Any?).error?.description.hasPrefix("invalid JSON") == true)
  }

  @Test func `its object is made of Swift's own types`() throws {
    let json = JSON(parseJSON: #"{"a":[1,2.5,true,null,"x",18446744073709551615,0.1,1e400,12345678901234567890.25]}"#)

    let list = try #require((json.object as? [String: any Sendable])?["a"] as? [any Sendable])

    #expect(list[0] as? Int == 1 && list[1] as? Double == 2.5 && list[2] as? Bool == true && list[3] is NSNull)
    #expect(
      list[4] as? String == "x" && list[5] as? UInt64 == .max && list[6] as? Double == 0.1
        && list[7] as? String == "1e400"
    )
    #expect(list[8] as? Decimal == Decimal(string: "12345678901234567890.25"))
    #expect(json.dictionaryObject?.keys.first == "a" && json["a"].arrayObject?.count == 9)
    #expect(JSONSerialization.isValidJSONObject((["a": [1, nil, "x"]] as JSON).object))
  }

  @Test func `is made of a model, and made into one`() throws {
    let json = try JSON(encoding: ["b": [Point()], "a": []])

    #expect(json.debugDescription == #"{"a":[],"b":[{"x":1,"y":2.5}]}"#)
    #expect(try json["b", 0].decode(Point.self) == Point())
    #expect(try json["b"].decode([Point].self) == [Point()])
    #expect(try json.decode() as JSON == json)
    #expect(try JSON(encoding: json) == json)
  }

  @Test func `decoding fails with the error of a missing value, otherwise with the decoder's`() {
    let json: JSON = ["x": "no number"]

    #expect(throws: JSONError.missingKey(path: ["p"])) { try json["p"].decode(Point.self) }
    #expect(throws: DecodingError.self) { try json.decode(Point.self) }
    #expect(throws: EncodingError.self) { try JSON(encoding: [Double.nan]) }
  }

  @Test func `a strategy of Foundation's coders holds`() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Name: Codable { var firstName = "Ada" }

    let json = try JSON(encoding: Name(), encoder: encoder)

    #expect(json == ["first_name": "Ada"])
    #expect(try json.decode(Name.self, decoder: decoder).firstName == "Ada")
  }

  @Test func `is a property of a model that is coded`() throws {
    struct Event: Codable { var name: String, payload: JSON }
    let text = #"{"name":"n","payload":{"a":[1,0.1,-1.5e-3,18446744073709551615,true,null,"x",{"b":[]}]}}"#

    let event = try JSONDecoder().decode(Event.self, from: Data(text.utf8))

    #expect(event.payload == JSON(parseJSON: text).payload)
    #expect(try JSON(encoding: event) == JSON(parseJSON: text))
  }

  @Test func `exact numbers survive Foundation's coders as far as those can hold them`() throws {
    let json = JSON(parseJSON: "[0.1,12345678901234567890.123456789,1e300,9007199254740993,1.0]")

    let copy = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(json))

    #expect(copy == json)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(JSON(parseJSON: "[1e400]")) }
  }

  @Test func `is coded by other coders, too`() throws {
    let json: JSON = ["a": [1, 2.5, true, "x"], "b": ["c": [:]]]

    let copy = try PropertyListDecoder().decode(JSON.self, from: PropertyListEncoder().encode(json))

    #expect(copy == json)
  }

  @Test func `a fraction that was read is a number to other coders, too`() throws {
    let json = JSON(parseJSON: #"{"a": [0.1, 1e-3]}"#)

    let copy = try PropertyListDecoder().decode([String: [Double]].self, from: PropertyListEncoder().encode(json))

    #expect(copy == ["a": [0.1, 0.001]])
  }

  @Test func `coders refuse what is nested too deep for them`() throws {
    let text =
      String(repeating: "[", count: JSON.codableDepth + 2) + String(repeating: "]", count: JSON.codableDepth + 2)
    let json = try JSON(data: Data(text.utf8))

    #expect(throws: EncodingError.self) { try JSONEncoder().encode(json) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }
  }
}
