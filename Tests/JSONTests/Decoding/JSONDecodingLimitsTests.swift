import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct JSONDecodingLimitsTests {
  private struct Nested: Decodable {
    var inner: [Nested]
    var depth: Int { 1 + (inner.first?.depth ?? 0) }
  }

  @Test func `what the parser lets through is decoded on the stack of a thread`() {
    let text = Data((String(repeating: #"{"inner":["#, count: 256) + String(repeating: "]}", count: 256)).utf8)
    let depth = Record<Int>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      depth.add((try? DecodingOptions().decode(Nested.self, from: text))?.depth ?? -1)
      done.signal()
    }
    // A release build makes do with the 512 KiB of a secondary thread on Apple systems.
    thread.stackSize = 2048 * 1024

    thread.start()
    done.wait()

    #expect(depth.all == [256])
  }

  @Test func `a value that is nested deeper is an error`() {
    let text = Data((String(repeating: #"{"inner":["#, count: 257) + String(repeating: "]}", count: 257)).utf8)

    #expect(throws: DecodingError.self) { try DecodingOptions().decode(Nested.self, from: text) }
  }

  /// Reads all keys of an object, in their order or against it.
  private struct Members: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    static let backwards = CodingUserInfoKey(rawValue: "backwards")
    var sum = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let isBackwards = Self.backwards.flatMap { decoder.userInfo[$0] } != nil
      for key in isBackwards ? container.allKeys.reversed() : container.allKeys {
        sum += try container.decode(Int.self, forKey: key) + (try container.decodeIfPresent(Int.self, forKey: key) ?? 0)
      }
    }
  }

  @Test(arguments: [true, false], [1, 16, 17, 10_000])
  func `every member of an object is found, in any order`(isBackwards: Bool, count: Int) throws {
    let members = (0..<count).map { "\"key_\($0)\":\($0)" }.joined(separator: ",")
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase
    if isBackwards, let key = Members.backwards { options.userInfo = [key: true] }

    let sum = try options.decode(Members.self, from: Data("{\(members)}".utf8)).sum

    #expect(sum == count * (count - 1))
  }

  @Test(arguments: ["key", "ключ", "キー"], [16, 17, 10_000])
  func `every key of a dictionary is found`(key: String, count: Int) throws {
    let members = (0..<count).map { "\"\(key)\($0)\":\($0)" }.joined(separator: ",")

    let numbers = try DecodingOptions().decode([String: Int].self, from: Data("{\(members)}".utf8))

    #expect(numbers.count == count && (0..<count).allSatisfy { numbers["\(key)\($0)"] == $0 })
  }

  private static let document = #" {"a_b": [1, {"x": "é\"}]", "y": [true]}], "c" : {"a_b": null, "aB": 2}, "aB": 3} "#

  private static let places: [(path: JSONPath, text: String?)] = [
    ([], "{"), (["aB"], "[1"), (["aB", 0], "1, "), (["aB", 1, "y"], "[true"), (["aB", 1, "y", 0], "true"),
    (["c"], #"{"a_b": n"#), (["c", "aB"], "null"), (["aB", 2], nil), (["aB", 1, "z"], nil), (["c", "aB", 0], nil),
    (["aB", -1], nil),
  ]

  @Test(arguments: places)
  func `a coding path leads to the place in the text`(place: JSONPath, text: String?) throws {
    let path = place.steps.map { step in
      switch step {
      case .key(let name): JSONCodingKey(name)
      case .index(let index): JSONCodingKey(index: index)
      }
    }
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase

    let offset = options.byteOffset(of: path, in: Data(Self.document.utf8))

    let expected = text.flatMap { Self.document.utf8.firstRange(of: $0.utf8)?.lowerBound }
      .map { Self.document.utf8.distance(from: Self.document.utf8.startIndex, to: $0) }
    #expect(offset == expected)
  }
}
