import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

/// What a dictionary of parameters may hold.
struct ParameterReadingTests {
  private struct Opaque: Sendable {}
  private struct Tag: RawRepresentable, Sendable { let rawValue: String }
  private struct Flags: OptionSet, Sendable { let rawValue: Int }
  private struct Point: Encodable, Sendable { let x = 1, label: String? }

  struct Value: Sendable, CustomTestStringConvertible {
    let value: any Sendable
    let text: String?
    let json: String
    var testDescription: String { json }

    /// - Parameter text: What stands in a form after `v=`; nil where there is nothing.
    init(_ value: any Sendable, _ text: String?, json: String) {
      (self.value, self.text, self.json) = (value, text, json)
    }
  }

  private static let uuid = UUID()

  static let values = [
    Value("a", "a", json: #""a""#), Value("abc".dropFirst(), "bc", json: #""bc""#),
    Value(true, "1", json: "true"), Value(false, "0", json: "false"),
    Value(1, "1", json: "1"), Value(Int8(-1), "-1", json: "-1"), Value(Int16(2), "2", json: "2"),
    Value(Int32(3), "3", json: "3"),
    Value(Int64.min, "-9223372036854775808", json: "-9223372036854775808"),
    Value(UInt(1), "1", json: "1"), Value(UInt8(2), "2", json: "2"), Value(UInt16(3), "3", json: "3"),
    Value(UInt32(4), "4", json: "4"), Value(UInt64.max, "18446744073709551615", json: "18446744073709551615"),
    Value(Int128.max, "170141183460469231731687303715884105727", json: "170141183460469231731687303715884105727"),
    Value(UInt128(5), "5", json: "5"),
    Value(1.5, "1.5", json: "1.5"), Value(2.0, "2.0", json: "2"), Value(Float(0.1), "0.1", json: "0.1"),
    Value(CGFloat(0.5), "0.5", json: "0.5"), Value(1e300, "1e%2B300", json: "1e+300"), Value(-0.0, "-0.0", json: "-0"),
    Value(Decimal(string: "0.1234567890123456789"), "0.1234567890123456789", json: "0.1234567890123456789"),
    Value(NSNumber(value: 3), "3", json: "3"), Value(NSNumber(value: true), "1", json: "true"),
    Value(NSNumber(value: false), "0", json: "false"), Value(NSNumber(value: Int8(1)), "1", json: "1"),
    Value(NSNumber(value: 1.5), "1.5", json: "1.5"),
    Value(NSNumber(value: UInt64.max), "18446744073709551615", json: "18446744073709551615"),
    Value(NSNull(), nil, json: "null"), Value(nil as Int?, nil, json: "null"), Value(nil as Int??, nil, json: "null"),
    Value(.some(.some(7)) as Int??, "7", json: "7"), Value(Opaque?.none, nil, json: "null"),
    Value(URL(string: "http://h.test/a"), "http%3A//h.test/a", json: #""http:\/\/h.test\/a""#),
    Value(uuid, uuid.uuidString, json: #""\#(uuid.uuidString)""#),
    Value(Data("hi".utf8), "aGk%3D", json: #""aGk=""#),
    Value(Date(timeIntervalSinceReferenceDate: 60), "60.0", json: "60"),
    Value(Tag(rawValue: "t"), "t", json: #""t""#), Value(Flags(rawValue: 6), "6", json: "6"),
    Value(Tag?.some(Tag(rawValue: "u")), "u", json: #""u""#),
    Value([] as [Int], nil, json: "[]"), Value([:] as [String: Int], nil, json: "{}"),
  ]

  @Test(arguments: values)
  func `values of all these types are written`(value: Value) throws {
    #expect(try FormEncoder().string(parameters: ["v": value.value]) == (value.text.map { "v=\($0)" } ?? ""))
    #expect(try text(["v": value.value]) == #"{"v":\#(value.json)}"#)
  }

  @Test func `arrays, dictionaries and Encodables are nested at will`() throws {
    let parameters: [String: any Sendable] = [
      "list": [1, "two", true, nil as Int?, ["three": 3.5]] as [any Sendable],
      "deep": ["a": ["b": ["c": [Point(label: "p"), Point(label: nil)]]]],
      "tags": [Tag(rawValue: "x"), Tag(rawValue: "y")], "byNumber": [1: "one"], "set": Set(["s"]),
    ]
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "[]."))
    let options = FormOptions(keyPathEncoding: .dots, allowedCharacters: allowed)

    #expect(
      try text(parameters) == """
        {"byNumber":{"1":"one"},"deep":{"a":{"b":{"c":[{"x":1,"label":"p"},{"x":1}]}}},\
        "list":[1,"two",true,null,{"three":3.5}],"set":["s"],"tags":["x","y"]}
        """
    )
    #expect(
      try FormEncoder(options).string(parameters: parameters) == """
        byNumber.1=one&deep.a.b.c[].label=p&deep.a.b.c[].x=1&deep.a.b.c[].x=1&\
        list[]=1&list[]=two&list[]=1&list[].three=3.5&set[]=s&tags[]=x&tags[]=y
        """
    )
  }

  @Test(arguments: [
    (["a": Opaque()] as [String: any Sendable], "a"),
    (["user": ["tags": [1, 2, Opaque()] as [any Sendable]]], "user.tags[2]"),
    (["a": Opaque?.some(Opaque())], "a"),
    (["a": [1: Opaque()]], "a"),
    (["a": { @Sendable () -> Void in }], "a"),
  ])
  func `a value of another type is an error that names its key and its type`(
    parameters: [String: any Sendable],
    keyPath: String
  ) throws {
    for encoding in [URLEncoding.default, JSONEncoding.default] as [any ParameterEncoding] {
      let error = #expect(throws: InvalidParameter.self) { try encoding.encode(parameters, for: .post) }

      #expect(error?.keyPath == keyPath)
      guard case .unsupported(let type) = error?.reason else { throw InvalidParameterExpected() }
      #expect(!type.isEmpty)
    }
  }

  private struct InvalidParameterExpected: Error {}

  @Test func `dictionaries and arrays that are too deep are an error`() {
    var dictionaries: [String: any Sendable] = [:]
    var arrays: [any Sendable] = []
    for _ in 0..<1_000 {
      dictionaries = ["d": dictionaries]
      arrays = [arrays]
    }

    for parameters in [dictionaries, ["a": arrays]] {
      let error = #expect(throws: InvalidParameter.self) { try FormEncoder().string(parameters: parameters) }
      #expect(error?.reason == .tooDeep)
      #expect(throws: InvalidParameter.self) { try RequestBody.json(parameters: parameters) }
    }
  }

  @Test func `an endlessly nested raw value is an error`() {
    final class Endless: RawRepresentable, Sendable {
      init() {}
      init?(rawValue: Endless) {}
      var rawValue: Endless { self }
    }

    let error = #expect(throws: InvalidParameter.self) { try FormEncoder().string(parameters: ["a": Endless()]) }

    #expect(error?.reason == .tooDeep)
  }

  private func text(_ parameters: [String: any Sendable]) throws -> String {
    let body = try JSONEncoding.default.encode(parameters, for: .post).body
    guard case .data(let data) = body?.content else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
