import Foundation

// Models that ask their decoder for everything that one has.

struct Required<Value: Decodable>: Decodable {
  var firstValue: Value
  var second_value: Value
}

struct Optionals<Value: Decodable>: Decodable {
  var firstValue: Value?
  var second_value: Value?
}

enum Shape: Decodable {
  case empty
  case circle(radius: Double)
  case polygon([Int], isClosed: Bool?)
  case named(name: String, inner: Required<Int>)
}

enum Suit: String, Decodable, CodingKeyRepresentable { case hearts, clubs, darkSpades }

class Animal: Decodable {
  var name: String
  var legs: Int?
}

final class Dog: Animal {
  let isGood: Bool
  let owner: Animal?

  private enum CodingKeys: CodingKey { case isGood, owner, base }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    isGood = try container.decode(Bool.self, forKey: .isGood)
    owner = try container.decodeIfPresent(Animal.self, forKey: .owner)
    try super.init(from: container.contains(.base) ? container.superDecoder(forKey: .base) : container.superDecoder())
  }
}

/// Goes through containers by hand.
struct ByHand: Decodable {
  enum Keys: String, CodingKey { case firstValue, second_value, inner, list }

  var log: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    log.append("\(container.allKeys.map(\.stringValue).sorted()) \(container.contains(.list))")
    if try container.decodeNil(forKey: .firstValue) { log.append("nil") }
    let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    log.append("\(inner.codingPath.map(\.stringValue)) \(try inner.decode(Int.self, forKey: .firstValue))")
    log.append("\(try inner.decodeIfPresent(UInt16.self, forKey: .second_value) as Any)")
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    log.append("\(list.count as Any) \(list.codingPath.map(\.stringValue))")
    if try list.decodeNil() { log.append("nil at \(list.currentIndex)") }
    log.append("\((try? list.decode(Int8.self)) as Any) \(list.currentIndex)")
    log.append("\(try list.decodeIfPresent(String.self) as Any) \(list.currentIndex) \(list.isAtEnd)")
    let nested = try list.nestedContainer(keyedBy: Keys.self)
    log.append(
      "\(nested.codingPath.map { "\($0.intValue ?? -1)" }) \(try nested.decode(Float.self, forKey: .firstValue))"
    )
    var numbers = try list.nestedUnkeyedContainer()
    while !numbers.isAtEnd { log.append("\(try numbers.decode(Int64.self))") }
    let last = try list.superDecoder()
    log.append("\(try last.singleValueContainer().decode(Bool.self)) \(last.codingPath.map(\.stringValue))")
    log.append("\(try list.decode(Double.self))")
  }
}

/// Any JSON, by trying, as many models do.
indirect enum Anything: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([Anything])
  case object([String: Anything])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Anything].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: Anything].self))
    }
  }
}

/// Finds what a decoder is told about itself.
struct Informed: Decodable {
  static let key = CodingUserInfoKey(rawValue: "key")
  let text: String

  init(from decoder: any Decoder) throws {
    text = "\(Self.key.flatMap { decoder.userInfo[$0] } as Any) \(decoder.codingPath.map(\.stringValue))"
  }
}
