import Foundation

@testable import AbstractHTTP
@testable import TestSupport

/// A model, and the texts that mostly fit it.
struct DecodingProbe: Sendable {
  let name: String
  let text: @Sendable (inout GeneratedJSON) -> String
  let decode: @Sendable (Data, DecodingOptions) -> (ours: Decoded, foundation: Decoded)

  init<Model: Decodable>(_ type: Model.Type, _ text: @escaping @Sendable (inout GeneratedJSON) -> String) {
    name = "\(type)"
    self.text = text
    decode = { data, options in
      (
        Decoded { try options.decode(Model.self, from: data) },
        Decoded { try options.decoder().decode(Model.self, from: data) }
      )
    }
  }

  var isUnordered: Bool { ["Dictionary", "Anything"].contains { name.contains($0) } }

  typealias Text = @Sendable (inout GeneratedJSON) -> String

  /// All models.
  static let all: [DecodingProbe] =
    numbers(Int.self) + numbers(Int8.self) + numbers(Int16.self) + numbers(Int32.self) + numbers(Int64.self)
    + numbers(Int128.self) + numbers(UInt.self) + numbers(UInt8.self) + numbers(UInt16.self) + numbers(UInt32.self)
    + numbers(UInt64.self) + numbers(UInt128.self) + numbers(Float.self) + numbers(Double.self) + numbers(Decimal.self)
    + ways(String.self) { $0.string() } + ways(Bool.self) { $0.pick(["true", "false", "null"]) }
    + ways(Date.self) { $0.chance(50) ? $0.number() : $0.string() } + ways(Data.self) { $0.string() }
    + ways(URL.self) { $0.string() } + ways(Suit.self) { $0.pick([#""hearts""#, #""darkSpades""#, #""x""#]) }
    + ways(Anything.self) { $0.any() } + ways(Informed.self) { $0.scalar() } + structured + structured + structured

  private static func numbers<Value: Decodable>(_ type: Value.Type) -> [DecodingProbe] { ways(type) { $0.number() } }

  /// A type alone, and in all that it can be in.
  private static func ways<Value: Decodable>(_ type: Value.Type, _ value: @escaping Text) -> [DecodingProbe] {
    let either: Text = { $0.chance(95) ? value(&$0) : $0.scalar() }
    let list: Text = { json in json.array((0..<3).map { _ in either(&json) }) }
    let pair: Text = { json in
      let keys = json.chance(60) ? ("firstValue", "second_value") : ("first_value", "secondValue")
      return json.object([(keys.0, either(&json)), (keys.1, either(&json))])
    }
    let dictionary: Text = { json in json.object((0..<3).map { _ in (json.key(), either(&json)) }, once: true) }
    let lists: Text = { json in json.array([list(&json), list(&json)]) }
    let pairs: Text = { json in json.array([pair(&json), pair(&json)]) }
    return [
      DecodingProbe(type, either), DecodingProbe(Value?.self, either), DecodingProbe([Value].self, list),
      DecodingProbe([Value?].self, list), DecodingProbe([[Value]].self, lists),
      DecodingProbe([String: Value].self, dictionary), DecodingProbe(Required<Value>.self, pair),
      DecodingProbe(Optionals<Value>.self, pair), DecodingProbe([Required<Value>].self, pairs),
      DecodingProbe([Optionals<Value>].self, pairs),
    ]
  }

  private static let structured: [DecodingProbe] = {
    let pair: Text = { json in json.object([("firstValue", json.number()), ("second_value", json.number())]) }
    let animal: Text = { json in json.object([("name", json.string()), ("legs", json.number())]) }
    let dog: Text = { json in
      json.object([("isGood", "true"), ("owner", animal(&json)), (json.pick(["super", "base"]), animal(&json))])
    }
    let shape: Text = { json in
      json.pick([
        json.object([("empty", "{}")]), json.object([("circle", json.object([("radius", json.number())]))]),
        json.object([("polygon", json.object([("_0", "[1,2]"), ("isClosed", "true")]))]),
        json.object([("named", json.object([("name", json.string()), ("inner", pair(&json))]))]),
      ])
    }
    let byHand: Text = { json in
      json.object([
        ("firstValue", json.scalar()), ("inner", pair(&json)),
        (
          "list",
          json.array([json.scalar(), json.scalar(), json.string(), pair(&json), "[1,2]", json.scalar(), json.number()])
        ),
      ])
    }
    let dictionary: Text = { json in json.object((0..<4).map { _ in (json.key(), json.number()) }, once: true) }
    let integers: Text = { json in json.object((0..<3).map { ("\($0 * 7)", json.number()) }) }
    let suits: Text = { json in json.object([("hearts", json.number()), ("darkSpades", json.number())]) }
    let alternating: Text = { json in json.array(["[1]", json.number(), "[2]", json.number()]) }
    return [
      DecodingProbe(Shape.self, shape),
      DecodingProbe([Shape].self) { json in json.array([shape(&json), shape(&json)]) },
      DecodingProbe(Dog.self, dog), DecodingProbe([Animal].self) { json in json.array([animal(&json), dog(&json)]) },
      DecodingProbe(ByHand.self, byHand), DecodingProbe(ByHand.self, byHand),
      DecodingProbe([Int: Int].self, integers), DecodingProbe([Suit: Double].self, suits),
      DecodingProbe([[Int]: Int].self, alternating),
      DecodingProbe([String: [String: Int]].self) { json in
        json.object([(json.key(), dictionary(&json)), (json.key(), dictionary(&json))], once: true)
      },
      DecodingProbe(Required<[String: Required<Double>]>.self) { json in
        json.object([("first_value", json.object([(json.key(), pair(&json))], once: true)), ("secondValue", "{}")])
      },
      DecodingProbe(Anything.self) { $0.any(5) },
    ]
  }()
}
