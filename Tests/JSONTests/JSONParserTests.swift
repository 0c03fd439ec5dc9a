import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONParserTests {
  private static let allowed: [(text: String, expected: JSON)] = [
    ("null", nil), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("[]", []), ("{}", [:]), ("\"\"", ""),
    (" \t\r\n[ 1 , 2 ] \n", [1, 2]), ("[[],[[]],{}]", [[], [[]], [:]]), (#"{"a":{"b":[null]}}"#, ["a": ["b": [nil]]]),
    (#"{"":0}"#, ["": 0]), (#"{"a":1,"a":2}"#, ["a": 2]), ("[1e2]", [100]), ("[-0.5E-1]", [-0.05]), ("[1E+2]", [100]),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0000\u00e9\u65E5""#, "\u{0}é日"),
    (#""\ud83d\ude00""#, "😀"),
    ("\"\u{7F}é日😀\u{2028}\"", "\u{7F}é日😀\u{2028}"), ("9223372036854775807", 9_223_372_036_854_775_807),
    ("\u{FEFF}[1]", [1]), ("[1,[2,[3,[4]]],5]", [1, [2, [3, [4]]], 5]),
  ]

  @Test(arguments: allowed)
  func `reads what RFC 8259 allows`(text: String, expected: JSON) throws {
    let json = try JSON(data: Data(text.utf8))

    #expect(json == expected)
    #expect(JSON(parseJSON: text) == expected)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-", "-a", "+1", "01", "-01", "00", ".5", "1.", "1.e1", "1e",
    "1e+", "0x1",
    "1 2", "1,", ",", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1}", "{", "}", "{1:2}", "{a:1}",
    #"{"a""#,
    #"{"a":"#, #"{"a" 1}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a":1]"#, #"{'a':1}"#, #"{"a"::1}"#,
    #"{"a":1}}"#,
    "\"", #""\"#, #""\x""#, #""\u""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#,
    #""\ud800\ud800""#, #""\ud800\ue000""#,
    #""\ud800x""#, #""\ud83d\"#, #""\ud83d\u"#, "\"\n\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\\\n\"", "'a'", "[1]\u{0}",
    "[1]//", "/**/1",
    "[\u{A0}1]", "\u{FEFF}\u{FEFF}1", "1\u{FEFF}", "tru\u{65}\u{65}", "-0x", "1.5.5", "1e5.5", "--1", "[1\u{B}]",
  ])
  func `refuses what RFC 8259 does not allow`(text: String) {
    #expect(throws: JSONError.self) { try JSON(data: Data(text.utf8)) }
    #expect(JSON(parseJSON: text) == nil)
    #expect(!JSON(parseJSON: text).exists())
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xE6, 0x97, 0x22], [0x22, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0xFF], [0x5B, 0xC3, 0xA9, 0x5D],
      [0x22, 0xC3],
    ] as [[UInt8]]
  )
  func `refuses bytes that are not UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON(data: Data(bytes)) }
  }

  @Test(arguments: [
    ("[1,]", 3, 1, 4), ("{\n  \"é\": x\n}", 10, 2, 8), ("", 0, 1, 1), ("[1]\n\n]", 5, 3, 1), ("\"\\ud800\"", 1, 1, 2),
    ("\u{FEFF}x", 3, 1, 1),
    ("[01]", 1, 1, 2), ("[\"a\u{1}\"]", 3, 1, 4), ("nulx", 0, 1, 1), ("[\"\\q\"]", 2, 1, 3), ("[1.]", 3, 1, 4),
  ])
  func `an error says where it is`(text: String, offset: Int, line: Int, column: Int) {
    guard case .invalidJSON(_, let foundOffset, let foundLine, let foundColumn)? = JSON(parseJSON: text).error else {
      Issue.record("no error")
      return
    }
    #expect((foundOffset, foundLine, foundColumn) == (offset, line, column))
  }

  @Test func `an error of bytes that are not UTF-8 says at which`() {
    let data = Data([0x5B, 0x22, 0xC3, 0xA9, 0x61, 0xFF, 0x22, 0x5D])

    #expect(throws: JSONError.invalidJSON(reason: "invalid UTF-8", offset: 5, line: 1, column: 5)) {
      try JSON(data: data)
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html><title>Log in</title>", "the text is HTML, titled \"Log in\""), (" <html>", "the text is HTML"),
    ("<a/>", "the text is XML"),
  ])
  func `markup is named`(text: String, reason: String) {
    guard case .invalidJSON(let found, _, _, _)? = JSON(parseJSON: text).error else {
      return _ = Issue.record("no error")
    }

    #expect(found == reason)
  }

  @Test func `keeps the order of keys, and of a key that comes twice the last value`() throws {
    let json = try JSON(data: Data(#"{"z":1,"a":2,"m":3,"a":4}"#.utf8))

    #expect(json.keys == ["z", "a", "m"])
    #expect(json.values == [1, 4, 3])
  }

  @Test func `keys are the same if their bytes are`() throws {
    let json = try JSON(data: Data("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))

    #expect(json.keys.count == 2)
    #expect(json["\u{E9}"] == 1)
    #expect(json["e\u{301}"] == 2)
  }

  @Test func `an object with many keys finds each, also where one comes twice`() throws {
    let members = (0..<100).map { "\"k\($0)\":\($0)" } + ["\"k7\":-7"]
    let json = try JSON(data: Data("{\(members.joined(separator: ","))}".utf8))

    #expect(json.count == 100)
    #expect(json["k7"] == -7)
    #expect((0..<100).allSatisfy { json["k\($0)"].exists() })
    #expect(!json["k100"].exists())
  }

  @Test func `objects of almost the same shape do not get each other's keys`() throws {
    let text =
      #"[{"a":1,"b":2},{"a":3},{"a":4,"b":5,"c":6},{"b":7,"a":8},{},{"a":9,"b":10},{"ab":1},{"a\"":2,"a":3},{"a\"":4}]"#
    let json = try JSON(data: Data(text.utf8))

    #expect(json.debugDescription == text)
    #expect(json[3, "a"] == 8)
    #expect(json[7].keys == ["a\"", "a"])
  }

  @Test(
    arguments: [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf8, [0xEF, 0xBB, 0xBF]),
    ] as [(String.Encoding, [UInt8])]
  )
  func `reads UTF-16 and UTF-32, with and without a byte order mark`(encoding: String.Encoding, mark: [UInt8]) throws {
    for text in [#"{"é":"日😀"}"#, "1", "\"日\"", "[]"] {
      let data = try #require(text.data(using: encoding))

      #expect(try JSON(data: data) == JSON(parseJSON: text))
      #expect(try JSON(data: Data(mark) + data) == JSON(parseJSON: text))
    }
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x31], [0x5B, 0, 0x22, 0, 0x00, 0xD8, 0x22, 0, 0x5D, 0], [0xFF, 0xFE, 0, 0, 0x31],
      [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0],
      [0xFF, 0xFE, 0, 0, 0, 0xD8, 0, 0], [0, 0, 0, 0], [0, 0], [0], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0x31, 0, 0],
    ] as [[UInt8]]
  )
  func `rejects invalid UTF-16 and UTF-32`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON(data: Data(bytes)) }
  }

  @Test func `takes a fragment, unless told not to`() throws {
    let data = Data("1".utf8)

    #expect(try JSON(data: data) == 1)
    #expect(throws: JSONError.wrongType(path: [], expected: "an array or an object", found: .number)) {
      try JSON(data: data, options: [])
    }
    #expect(try JSON(data: Data("[1]".utf8), options: []) == [1])
  }

  @Test(.serialized, arguments: 0..<200)
  func `malformed bytes are an error or a value, and never more`(seed: Int) throws {
    var random = Generator(seed)
    let seeds = [
      #"{"a":[1,2.5,"x\u00e9\n",{"b":null,"c":[true,false]}],"d":-1e5}"#, "[[[[]]]]", #"["\ud83d\ude00","日本"]"#,
    ]
    for text in seeds {
      for _ in 0..<50 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, &random) }
        guard let json = try? JSON(data: Data(bytes)) else { continue }

        #expect(try JSON(data: json.rawData()) == json)
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout Generator) {
    guard let place = bytes.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("[]{}\",:\\0e-".utf8).randomElement(using: &random) ?? 0, at: place)
    default: bytes.removeSubrange(place...)
    }
  }

  @Test(.serialized, arguments: 0..<60)
  func `reads what JSONSerialization writes, and it reads what this writes`(seed: Int) throws {
    var random = Generator(seed)
    let json = random.json(depth: 4)

    let theirs = try JSONSerialization.data(withJSONObject: json.object, options: [.fragmentsAllowed])
    let ours = try JSONSerialization.jsonObject(with: json.rawData(), options: [.fragmentsAllowed])

    #expect(try JSON(data: theirs) == json)
    #expect(JSON(ours) == json)
    #expect(try JSONDecoder().decode(JSON.self, from: json.rawData()) == json)
    #expect(try JSON(data: JSONEncoder().encode(json)) == json)
  }

  @Test func `keys that come again and again count once, in the first one's place, with the last one's value`() throws {
    let keys = (0..<1_000).map { #""k\#($0)":0"# }
    let again = (0..<1_000).map { $0.isMultiple(of: 2) ? #""a":[]"# : #""a":\#($0)"# }
    let text = "{" + (again + keys + again).joined(separator: ",") + "}"

    let json = try JSON(data: Data(text.utf8))
    let merged = try json.merged(with: json)

    #expect(json.count == 1_001)
    #expect(json.keys.first == "a")
    #expect(json["a"] == 999)
    #expect(merged == json)
  }
}

extension Generator {
  /// A value that Foundation can hold, too.
  mutating func json(depth: Int) -> JSON {
    switch Int.random(in: depth > 0 ? 0...7 : 2...7, using: &self) {
    case 0: return JSON((0..<Int.random(in: 0...4, using: &self)).map { _ in json(depth: depth - 1) })
    case 1:
      let members = (0..<Int.random(in: 0...20, using: &self)).map { ("\($0)" + text(), json(depth: depth - 1)) }
      return JSON(Dictionary(members) { $1 })
    case 2: return nil
    case 3: return JSON(Bool.random(using: &self))
    case 4: return JSON(Int64.random(in: .min ... .max, using: &self))
    case 5: return JSON(UInt64.random(in: .min ... .max, using: &self))
    case 6: return JSON(Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 1024)
    default: return JSON(text())
    }
  }
}
