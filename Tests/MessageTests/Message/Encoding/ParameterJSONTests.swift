import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ParameterJSONTests {
  private struct Pair: Encodable, Sendable { let b = 1, a: Int?, date = Date(timeIntervalSince1970: 0) }

  @Test func `is one line, with the keys of dictionaries sorted and those of an Encodable as they came`() throws {
    #expect(
      try text(["z": 1, "y": Pair(a: 2), "x": ["n": 1, "m": 2]])
        == #"{"x":{"m":2,"n":1},"y":{"b":1,"a":2,"date":-978307200},"z":1}"#
    )
  }

  @Test func `sorts the keys of an Encodable too, if it is to`() throws {
    #expect(try text(["y": Pair(a: 2)], .sortedKeys) == #"{"y":{"a":2,"b":1,"date":-978307200}}"#)
  }

  @Test func `is laid out as JSONEncoder does`() throws {
    struct Sample: Encodable { let a = [1, 2], b = ["c": "d"] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]

    let expected = String(decoding: try encoder.encode(Sample()), as: UTF8.self)

    #expect(try text(["a": [1, 2], "b": ["c": "d"]], .prettyPrinted) == expected)
    #expect(try text(["a": [Int](), "b": [String: Int]()], .prettyPrinted) == "{\n  \"a\" : [],\n  \"b\" : {}\n}")
    #expect(try text([:], .prettyPrinted) == "{}")
  }

  @Test func `escapes what JSON does not allow, and slashes unless told not to`() throws {
    #expect(try text(["\"\\": "\n\r\t\0\u{1F}\u{7F}/é😀"]) == #"{"\"\\":"\n\r\t\u0000\u001f\#u{7F}\/é😀"}"#)
    #expect(try text(["a": "/"], .withoutEscapingSlashes) == #"{"a":"/"}"#)
  }

  @Test(.serialized, arguments: 0..<20)
  func `is read back as it was`(seed: Int) throws {
    var random = Generator(seed)
    let texts = (0..<20).map { _ in random.text(upTo: 20) }
    let numbers = (0..<20).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    struct Read: Decodable, Equatable { let texts: [String], numbers: [Double], integer: Int, tiny: Double }

    for formatting in [[], .prettyPrinted] as [JSONEncoder.OutputFormatting] {
      let integer = Int(truncatingIfNeeded: random.next())
      let json = try text(
        ["texts": texts, "numbers": numbers, "integer": integer, "tiny": Double.leastNonzeroMagnitude],
        formatting
      )
      let read = try JSONDecoder().decode(Read.self, from: Data(json.utf8))
      #expect(read == Read(texts: texts, numbers: numbers, integer: integer, tiny: .leastNonzeroMagnitude))
    }
  }

  private static let notFinite: [any Sendable] = [
    Double.nan, Double.infinity, -Double.infinity, Float.nan, -Float.infinity, Decimal.nan, NSNumber(value: Double.nan),
  ]

  @Test(arguments: notFinite)
  func `a number that is not finite is an error that names its key`(number: any Sendable) {
    #expect(throws: InvalidParameter(keyPath: "a.b[1]", reason: .notFinite)) {
      try text(["a": ["b": [1, number]]])
    }
  }

  @Test func `the key of an error in an Encodable is named`() {
    struct Bad: Encodable, Sendable { let ok = 1, numbers = [1, Double.nan] }

    #expect(throws: InvalidParameter(keyPath: "bad[0].numbers[1]", reason: .notFinite)) { try text(["bad": [Bad()]]) }
  }

  @Test func `dates and data are written as they are told to`() throws {
    let json = ParameterJSON(dateEncoding: .iso8601, dataEncoding: .deferredToData)

    let data = try json.data(["date": Date(timeIntervalSince1970: 0), "data": Data([1, 2])])

    #expect(String(decoding: data, as: UTF8.self) == #"{"data":[1,2],"date":"1970-01-01T00:00:00Z"}"#)
  }

  @Test func `a place that was asked for and not used is an empty object`() throws {
    struct Unused: Encodable, Sendable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ParameterKey.self)
        _ = container.superEncoder()
        try 1.encode(to: container.superEncoder(forKey: .name("one")))
      }
    }

    #expect(try text(["a": Unused()]) == #"{"a":{"super":{},"one":1}}"#)
  }

  private func text(
    _ parameters: [String: any Sendable],
    _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    String(decoding: try ParameterJSON(formatting: formatting).data(parameters), as: UTF8.self)
  }
}
