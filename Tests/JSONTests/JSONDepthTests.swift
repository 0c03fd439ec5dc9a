import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONDepthTests {
  private static func nested(_ depth: Int, _ open: String = "[", _ middle: String = "", _ close: String = "]") -> Data {
    Data((String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)).utf8)
  }

  @Test(arguments: [(512, true), (513, false), (100_000, false)])
  func `as many levels as the limit are read, and no more`(depth: Int, isRead: Bool) {
    #expect(((try? JSON(data: Self.nested(depth))) != nil) == isRead)
    #expect(((try? JSON(data: Self.nested(depth, #"{"a":"#, "1", "}"))) != nil) == isRead)
  }

  @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func `100,000 levels that never end are an error`(open: String) {
    let data = Self.nested(100_000, open, "", "")

    #expect(throws: JSONError.self) { try JSON(data: data) }
  }

  @Test func `the limit can be lowered, and not raised`() {
    #expect((try? JSON(data: Self.nested(3), maximumDepth: 3)) != nil)
    #expect((try? JSON(data: Self.nested(4), maximumDepth: 3)) == .none)
    #expect((try? JSON(data: Self.nested(1), maximumDepth: 0)) == .none)
    #expect((try? JSON(data: Self.nested(0, "", "1"), maximumDepth: -1)) != nil)
    #expect((try? JSON(data: Self.nested(513), maximumDepth: .max)) == .none)
  }

  @Test func `a value built by hand cannot be nested 100,000 deep`() {
    var (array, object, bridged): (JSON, JSON, JSON) = (1, 1, 1)

    for _ in 0..<100_000 {
      array = [array]
      object = ["a": object]
      bridged = JSON([bridged] as [any Sendable] as Any?)
    }

    #expect(array.error == .tooDeep(path: []) && object.error == .tooDeep(path: []))
    if case .tooDeep? = bridged.error {} else { Issue.record("\(bridged)") }
  }

  @Test func `512 levels can be built, and one more cannot`() {
    var json: JSON = 1
    for _ in 0..<512 { json = [json] }

    #expect(json.exists() && json.height == 512)
    #expect(([json] as JSON).error == .tooDeep(path: []))
    #expect((["a": json] as JSON).error == .tooDeep(path: []))
    #expect(([["x": json]] as JSON).error == .tooDeep(path: [0]))
  }

  @Test func `setting cannot nest deeper either`() throws {
    var (deep, json): (JSON, JSON) = (1, [:])
    for _ in 0..<512 { deep = [deep] }
    let path = [JSONKey](repeating: .index(0), count: 100_000)

    json["a"] = deep
    json["b"]["c"] = deep
    json[path] = 1

    #expect(json["a"].error == .tooDeep(path: []) && json["b"]["c"].error == .tooDeep(path: []))
    #expect(json.height <= 512)
    #expect(throws: JSONError.tooDeep(path: ["x"])) { try json.set(deep, at: "x") }
    #expect(throws: JSONError.self) { try json.set(1, at: path) }
    try json.set(deep[0], at: "x")
    #expect(json.height == 512)
  }

  @Test func `growing into each other by hand stays bounded`() {
    var json: JSON = [:]

    for _ in 0..<2_000 {
      let inner = json
      json["a"] = inner
    }

    #expect(json.height <= 512)
  }

  @Test func `a level that was removed can be built again`() {
    var json: JSON = 1
    for _ in 0..<511 { json = [json] }
    json = ["deep": json, "flat": 1]

    json["deep"] = 1
    #expect(json.height == 1)
    json["deep"][0][0] = 1
    #expect(json.height == 1)
    json = ["l": [[[1]], 2]]
    json["l"].remove(0)
    #expect(json.height == 2 && json["l"].height == 1)
    #expect(([json] as JSON).exists())
  }

  @Test func `reading 512 levels and letting go of them takes next to no stack`() async {
    let failure = await Self.run(stackKilobytes: 256) {
      for data in [Self.nested(512), Self.nested(512, #"{"a":"#, "1", "}")] { _ = try JSON(data: data) }
    }

    #expect(failure == nil)
  }

  @Test func `every operation works on 512 levels`() async {
    let failure = await Self.run(stackKilobytes: 8192, Self.operations)

    #expect(failure == nil)
  }

  @Test func `Foundation's coders take what they can of it`() async {
    let failure = await Self.run(stackKilobytes: 1_024) {
      let data = Self.nested(JSON.codableDepth)
      let json = try JSON(data: data)
      guard try JSON(data: JSONEncoder().encode(json)) == json, try JSONDecoder().decode(JSON.self, from: data) == json
      else { throw JSONError.tooDeep(path: []) }
    }

    #expect(failure == nil)
  }

  private static func run(stackKilobytes: Int, _ operations: @escaping @Sendable () throws -> Void) async -> String? {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: failure(of: operations)) }
      thread.stackSize = stackKilobytes * 1024
      thread.start()
    }
  }

  private static func failure(of operations: () throws -> Void) -> String? {
    do {
      try operations()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Sendable private static func operations() throws {
    for data in [nested(512), nested(512, #"{"a":"#, "1", "}"), nested(256, #"[{"a":"#, "1", "}]")] {
      let json = try JSON(data: data)
      var copy = try JSON(data: data)
      guard copy == json, copy.hashValue == json.hashValue, !(copy < json) else { throw JSONError.tooDeep(path: []) }
      try copy.merge(with: json)
      _ = json.description + json.debugDescription + (json.rawString() ?? "")
      _ = JSON(json.object)
      _ = try json.rawData(options: [.prettyPrinted, .sortedKeys])
      let path = Array(repeating: JSONKey.index(0), count: 511)
      copy[path] = nil
      copy.remove(0, "a", 0, "a")
    }
  }
}
