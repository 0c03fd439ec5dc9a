import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONWriterTests {
  private let json: JSON = ["b": [1, 2.5, nil, [:], []], "a": ["x": "y/z"], "B": true]

  private func text(_ json: JSON, _ options: JSON.WritingOptions) throws -> String {
    String(decoding: try json.rawData(options: options), as: UTF8.self)
  }

  @Test func `writes the keys in their order`() throws {
    #expect(try text(json, []) == #"{"b":[1,2.5,null,{},[]],"a":{"x":"y\/z"},"B":true}"#)
  }

  @Test func `writes the keys sorted by their bytes`() throws {
    let json: JSON = ["b": 1, "a": 2, "é": 3, "B": 4, "": 5, "aa": 6]

    #expect(try text(json, .sortedKeys) == #"{"":5,"B":4,"a":2,"aa":6,"b":1,"é":3}"#)
  }

  @Test func `writes slashes as they are`() throws {
    #expect(try text(["a/b": "c/d"], .withoutEscapingSlashes) == #"{"a/b":"c/d"}"#)
    #expect(try text(["a/b": "c/d"], []) == #"{"a\/b":"c\/d"}"#)
  }

  @Test func `writes a line a value`() throws {
    let expected = #"""
      {
        "B" : true,
        "a" : {
          "x" : "y\/z"
        },
        "b" : [
          1,
          2.5,
          null,
          {},
          []
        ]
      }
      """#

    #expect(try text(json, [.prettyPrinted, .sortedKeys]) == expected)
  }

  @Test(arguments: [
    ("\"\\\n\r\t\u{8}\u{c}", #""\"\\\n\r\t\b\f""#),
    ("\u{0}\u{1}\u{f}\u{10}\u{1f}", #""\u0000\u0001\u000f\u0010\u001f""#),
    ("\u{7f}é日😀\u{2028}", "\"\u{7f}é日😀\u{2028}\""), ("", "\"\""), ("a\"b", #""a\"b""#),
  ])
  func `escapes what must be`(string: String, expected: String) throws {
    #expect(try text(JSON(string), .fragmentsAllowed) == expected)
    #expect(try text(JSON([string: 1]), []) == "{\(expected):1}")
  }

  @Test(arguments: [0, 9, 10, 99, -1, -10, .max, .min, 1_000_000_007] as [Int])
  func `writes integers`(value: Int) throws {
    #expect(try text([JSON(value)], []) == "[\(value)]")
  }

  @Test func `a fragment is written, unless it is told not to`() throws {
    #expect(try (1 as JSON).rawData() == Data("1".utf8))
    #expect(try ("x" as JSON).rawData() == Data("\"x\"".utf8))
    #expect(throws: JSONError.wrongType(path: [], expected: "an array or an object", found: .string)) {
      try ("x" as JSON).rawData(options: .sortedKeys)
    }
  }

  @Test func `a raw string has scalars without quotes, as SwiftyJSON's`() {
    #expect(JSON("x\"y").rawString() == "x\"y")
    #expect(JSON(1.5).rawString() == "1.5" && JSON(true).rawString() == "true" && JSON.null.rawString() == "null")
    #expect((["a": 1] as JSON).rawString() == "{\n  \"a\" : 1\n}")
    #expect((["a": 1] as JSON).rawString(options: []) == "{\"a\":1}")
    #expect((["é"] as JSON).rawString(.ascii) == nil && (["e"] as JSON).rawString(.ascii, options: []) == "[\"e\"]")
  }

  @Test func `describes itself`() {
    #expect("\([1, "x"] as JSON)" == "[\n  1,\n  \"x\"\n]")
    #expect(String(reflecting: ["a/b": "x"] as JSON) == #"{"a/b":"x"}"#)
    #expect("\(JSON.null["x"])" == "null")
  }

  @Test(.serialized, arguments: 0..<40)
  func `written text reads back the same`(seed: Int) throws {
    var random = Generator(seed)
    let json = random.json(depth: 5)

    for options in [[], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes] as [JSON.WritingOptions] {
      let copy = try JSON(data: json.rawData(options: [options, .fragmentsAllowed]))

      #expect(copy == json)
      #expect(copy.hashValue == json.hashValue)
      if options != .sortedKeys { #expect(copy.debugDescription == json.debugDescription) }
    }
  }
}
