import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Models are decoded as Foundation decodes them.
@Suite(.timeLimit(.minutes(10))) struct JSONDecodingTests {
  /// How many documents are decoded: 1,000 by default, all with `JSON_LOAD=full`.
  private static let documents = ProcessInfo.processInfo.environment["JSON_LOAD"] == "full" ? 10_000 : 1_000

  private static func options(_ json: inout GeneratedJSON) -> DecodingOptions {
    var options = DecodingOptions()
    options.keyDecodingStrategy = json.pick([
      .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
      .custom { path in Name(stringValue: String(path.last?.stringValue.replacing("_v", with: "V") ?? "")) },
    ])
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy/MM/dd"
    options.dateDecodingStrategy = json.pick([
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .iso8601, .formatted(formatter),
      .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) * 2) },
    ])
    options.dataDecodingStrategy = json.pick([
      .base64, .base64, .deferredToData, .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
    ])
    if json.chance(50) {
      options.nonConformingFloatDecodingStrategy =
        .convertFromString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    }
    if let key = Informed.key { options.userInfo = [key: json.pick(["a", "b"])] }
    return options
  }

  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `generated documents are decoded as Foundation decodes them, and fail as there`() {
    var flaws: [String] = []
    var models = 0

    for seed in 0..<Self.documents {
      var json = GeneratedJSON(generator: Generator(seed))
      let probe = json.pick(DecodingProbe.all)
      let options = Self.options(&json)
      let data = json.bytes(probe.text(&json))
      let (ours, foundation) = probe.decode(data, options)
      if case .model = ours { models += 1 }
      guard !ours.agrees(with: foundation, isUnordered: probe.isUnordered) else { continue }
      let text = String(decoding: data.prefix(500), as: UTF8.self)
      flaws.append("\(seed): \(probe.name), \(options.keyDecodingStrategy), \(text)\n  \(ours)\n  \(foundation)")
    }

    #expect(flaws.isEmpty, "\(flaws.count) flaws:\n\(flaws.prefix(40).joined(separator: "\n"))")
    #expect(models > Self.documents / 4, "too few documents could be decoded: \(models)")
  }

  private struct Person: Decodable, Equatable { var id: Int, name: String }

  @Test func `a text that isn't JSON is an error that names the place`() throws {
    let error = #expect(throws: DecodingError.self) {
      try DecodingOptions().decode(Person.self, from: Data(#"{"id": 1, "name": x}"#.utf8))
    }

    guard case .dataCorrupted(let context) = error else { throw TestFailure() }
    #expect(context.codingPath.isEmpty)
    #expect((context.underlyingError as? DecodingFailure)?.location?.offset == 18)
  }

  private struct TestFailure: Error {}

  @Test func `a number that doesn't fit is named by its whole path`() {
    let text = Data(#"[{"id": 1, "name": "a"}, {"id": 1e30, "name": "b"}]"#.utf8)

    let result = Decoded { try DecodingOptions().decode([Person].self, from: text) }

    #expect(result == .error("corrupted", path: ["Index 1/1", "id/-"]))
  }

  @Test func `a zero with an exponent is a zero, which Foundation denies`() throws {
    #expect(try DecodingOptions().decode([Double].self, from: Data("[0e5, -0.0e-400, 0]".utf8)) == [0, 0, 0])
  }

  @Test func `JSON within a model is the value exactly as in the text`() throws {
    struct Event: Decodable { var eventName: String, payload: JSON, more: [JSON], none: JSON? }
    let payload = #"{"z_first":1.0,"a":[0.1,-0,18446744073709551615,{"b":null}],"é":12345678901234567890123}"#
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase

    let event = try options.decode(
      Event.self,
      from: Data(#"{"event_name":"e","payload":\#(payload),"more":[1,null],"none":null}"#.utf8)
    )

    #expect(try String(decoding: event.payload.rawData(), as: UTF8.self) == payload)
    #expect(event.more == [1, nil])
    #expect(event.none == .none)
  }

  @Test func `JSON within a model keeps its keys in a text that only Foundation reads`() throws {
    struct Event: Decodable { var eventName: String, payload: JSON }
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase

    let event = try options.decode(
      Event.self,
      from: Data(#"{"event_name":"e","payload":{"a_b":[1,],},}"#.utf8)
    )

    #expect(event.eventName == "e")
    #expect(event.payload == ["a_b": [1]])
  }

  @Test(arguments: ["{}", "{\"a\":1,}"])
  func `a model's error stays its own, also in a text that only Foundation reads`(text: String) throws {
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not today"))
      }
    }

    let error = #expect(throws: DecodingError.self) { try DecodingOptions().decode(Picky.self, from: Data(text.utf8)) }

    guard case .dataCorrupted(let context) = error else { throw TestFailure() }
    #expect(context.debugDescription == "Picky can't be an object at $ (line 1, column 1): not today")
  }

  @Test func `a value is decoded as the text that it came from would be`() throws {
    let json = JSON(parseJSON: #"{"people": [{"id": 1.0, "name": "Ada", "name": "Eve"}], "when": 1e3}"#)
    var options = DecodingOptions()
    options.dateDecodingStrategy = .secondsSince1970

    #expect(try json.people.decode([Person].self) == [Person(id: 1, name: "Eve")])
    #expect(try json.when.decode(Date.self, options: options) == Date(timeIntervalSince1970: 1000))
    #expect(try JSON(2.0).decode(Int.self) == 2)
    #expect(throws: JSONError.missingKey(path: ["x"])) { try json["x"].decode(Person?.self) }
  }

  @Test func `a custom JSONDecoder decodes instead`() throws {
    final class Fixed: JSONDecoder, @unchecked Sendable {
      override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try super.decode(type, from: Data("7".utf8))
      }
    }

    #expect(try DecodingOptions.custom { Fixed() }.decode(Int.self, from: Data("1".utf8)) == 7)
    #expect(try JSON(1).decode(Int.self, options: .custom { Fixed() }) == 7)
    #expect(try JSON(1).decode(Int.self, decoder: Fixed()) == 7)
  }

  @Test func `JSON5 and objects without braces are read if they are allowed`() throws {
    var (five, bare) = (DecodingOptions(), DecodingOptions())
    five.allowsJSON5 = true
    bare.assumesTopLevelDictionary = true

    #expect(try five.decode(Person.self, from: Data("{id: 0x10, name: 'Ada', /* ! */}".utf8)).id == 16)
    #expect(try bare.decode(Person.self, from: Data(#""id": 1, "name": "Ada""#.utf8)).id == 1)
    #expect(throws: DecodingError.self) { try DecodingOptions().decode(Person.self, from: Data("{id: 1}".utf8)) }
  }
}
