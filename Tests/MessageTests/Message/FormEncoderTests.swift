import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Every way in which an `Encodable` may encode itself.
struct FormEncoderTests {
  /// Dots and bare keys, so that the forms can be read.
  private let encoder = FormEncoder(
    FormOptions(
      arrayEncoding: .indexInBrackets,
      keyPathEncoding: .dots,
      allowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "[].-+:/_"))
    )
  )

  @Test func `every number keeps its digits`() throws {
    struct Numbers: Encodable {
      let a = Int.min, b = Int8.min, c = Int16.min, d = Int32.min, e = Int64.max
      let f = UInt.max, g = UInt8.max, h = UInt16.max, i = UInt32.max, j = UInt64.max
      let k = 0.1, l = Float(0.1), m = 1.0, n = Int128.min, o = UInt128.max
      let p = Decimal(string: "12345678901234567890.123456789"), q = CGFloat(1.5)
    }

    let form = try encoder.string(Numbers())

    #expect(
      form == """
        a=-9223372036854775808&b=-128&c=-32768&d=-2147483648&e=9223372036854775807&f=18446744073709551615&g=255&h=65535&\
        i=4294967295&j=18446744073709551615&k=0.1&l=0.1&m=1.0&n=-170141183460469231731687303715884105728&\
        o=340282366920938463463374607431768211455&p=12345678901234567890.123456789&q=1.5
        """
    )
  }

  @Test func `NaN and infinities are written as Swift describes them`() throws {
    #expect(try encoder.string(["a": Double.nan, "b": -Double.infinity]) == "a=nan&b=-inf")
  }

  @Test func `types that encode a single value are written as that`() throws {
    enum Color: String, Encodable { case red }
    enum Level: Int, Encodable { case high = 3 }
    struct ID: RawRepresentable, Encodable { let rawValue: String }
    struct Values: Encodable {
      let color = Color.red, level = Level.high, id: UUID?, wrapped: ID
      let url = URL(string: "http://h.test/a?b"), relative = URL(string: "c", relativeTo: URL(string: "http://h.test/"))
      let text: Substring.SubSequence.UTF8View.Element = 7
      let range = 1..<3, big = [Int128.max], decimals = [Decimal(1)], flags: [Bool?] = [true, nil]
    }
    let id = UUID()

    let form = try encoder.string(Values(id: id, wrapped: ID(rawValue: "w")))

    #expect(
      form == """
        big[0]=170141183460469231731687303715884105727&color=red&decimals[0]=1&flags[0]=1&id=\(id)&level=3&range[0]=1&range[1]=3&relative=http://h.test/c&text=7&url=http://h.test/a%3Fb&wrapped=w
        """
    )
  }

  @Test func `nested objects, arrays and dictionaries are written with their paths`() throws {
    struct Leaf: Encodable { let x: Int }
    struct Tree: Encodable {
      let leaf = Leaf(x: 1), leaves = [Leaf(x: 2), Leaf(x: 3)], grid = [[1, 2], [3]], map = ["k": [Leaf(x: 4)]]
      let byNumber = [7: "seven"], none: [Int] = [], nothing: [String: Int] = [:]
    }

    let form = try encoder.string(Tree())

    #expect(
      form == """
        byNumber.7=seven&grid[0][0]=1&grid[0][1]=2&grid[1][0]=3&leaf.x=1&leaves[0].x=2&leaves[1].x=3&map.k[0].x=4
        """
    )
  }

  @Test func `a case with values is written with their labels, and one without is left out`() throws {
    enum Shape: Encodable { case circle(radius: Int), square(Int), nothing }
    struct Shapes: Encodable { let a = Shape.circle(radius: 1), b = Shape.square(2), c = Shape.nothing }

    #expect(try encoder.string(Shapes()) == "a.circle.radius=1&b.square._0=2")
    #expect(try encoder.string(Shape.square(3)) == "square._0=3")
    #expect(try encoder.string(Shape.nothing).isEmpty)
  }

  @Test func `whatever is optional and nil is written as the options say`() throws {
    struct Nothing: Encodable, Sendable {
      let a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?, j: Int128?
      let k: UInt?, l: UInt8?, m: UInt16?, n: UInt32?, o: UInt64?, p: UInt128?, q: Date?, r: [Int]?
      init() {
        (a, b, c, d, e, f, g, h, i) = (nil, nil, nil, nil, nil, nil, nil, nil, nil)
        (j, k, l, m, n, o, p, q, r) = (nil, nil, nil, nil, nil, nil, nil, nil, nil)
      }
    }

    let form = try FormEncoder(FormOptions(nilEncoding: .dropValue)).string(Nothing())

    #expect(form == "abcdefghijklmnopqr".map { "\($0)=" }.joined(separator: "&"))
    #expect(try RequestBody.json(parameters: ["x": Nothing()]).content == .data(Data(#"{"x":{}}"#.utf8)))
  }

  @Test func `whatever is optional and there is written`() throws {
    struct Something: Encodable {
      let a: Bool? = true, b: Int128? = 1, c: UInt128? = 2, d: Date? = Date(timeIntervalSinceReferenceDate: 0)
      let e: [Int]? = [1], f: UInt8? = 3
    }

    #expect(try encoder.string(Something()) == "a=1&b=1&c=2&d=0.0&e[0]=1&f=3")
  }

  // MARK: - By hand

  private class Animal: Encodable {
    let name = "Rex"
    let age = 3
    enum CodingKeys: CodingKey { case name, age }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(age, forKey: .age)
    }
  }

  private final class Dog: Animal {
    let way: String
    init(_ way: String) { self.way = way }
    enum DogKeys: String, CodingKey { case age, way, `super` = "animal" }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DogKeys.self)
      try container.encode(way, forKey: .way)
      switch way {
      case "same": try super.encode(to: encoder)
      case "super": try super.encode(to: container.superEncoder())
      default: try super.encode(to: container.superEncoder(forKey: .super))
      }
      try container.encode(4, forKey: .age)
    }
  }

  @Test(arguments: [
    ("same", "age=4&name=Rex&way=same"),
    ("super", "age=4&super.age=3&super.name=Rex&way=super"),
    ("key", "age=4&animal.age=3&animal.name=Rex&way=key"),
  ])
  func `a class encodes its superclass in the same place, under super, or under a key`(
    way: String,
    form: String
  ) throws {
    #expect(try encoder.string(Dog(way)) == form)
  }

  @Test func `of a key that is encoded twice the last value stays, at the place of the first`() throws {
    var options = encoder.options
    options.alphabetizeKeyValuePairs = false

    #expect(try FormEncoder(options).string(Dog("same")) == "way=same&name=Rex&age=4")
  }

  private struct ByHand: Encodable {
    let write: @Sendable (any Encoder) throws -> Void
    init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  @Test func `containers may be nested, kept, and written in turns`() throws {
    let value = ByHand { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var object = root.nestedContainer(keyedBy: Key.self, forKey: "object")
      var array = root.nestedUnkeyedContainer(forKey: "array")
      try object.encode(1, forKey: "a")
      try array.encode("x")
      try array.encodeNil()
      var inner = array.nestedContainer(keyedBy: Key.self)
      try root.encode(true, forKey: "flag")
      var deeper = array.nestedUnkeyedContainer()
      try deeper.encode(2)
      try inner.encode(3, forKey: "b")
      try object.encode(4, forKey: "c")
      try ["y": 5].encode(to: array.superEncoder())
      #expect(array.count == 5)
    }

    #expect(
      try encoder.string(value) == "array[0]=x&array[1].b=3&array[2][0]=2&array[3].y=5&flag=1&object.a=1&object.c=4"
    )
  }

  @Test func `integers of 128 bits are taken by every container`() throws {
    let array = ByHand { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(Int128(1))
      try container.encode(UInt128(2))
    }
    let signed = ByHand { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Int128(3))
    }
    let unsigned = ByHand { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(UInt128(4))
    }

    #expect(try encoder.string(["a": array, "b": signed, "c": unsigned]) == "a[0]=1&a[1]=2&b=3&c=4")
  }

  @Test func `a container of the same key is the same container`() throws {
    let value = ByHand { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var one = root.nestedContainer(keyedBy: Key.self, forKey: "a")
      try one.encode(1, forKey: "x")
      var other = root.nestedContainer(keyedBy: Key.self, forKey: "a")
      try other.encode(2, forKey: "y")
      var again = encoder.container(keyedBy: Key.self)
      try again.encodeNil(forKey: "b")
    }

    #expect(try encoder.string(value) == "a.x=1&a.y=2")
  }

  @Test func `an encoder knows its path and what it was told`() throws {
    let told = try #require(CodingUserInfoKey(rawValue: "told"))
    var encoder = FormEncoder()
    encoder.userInfo[told] = "yes"
    let value = ByHand { encoder in
      let path = encoder.codingPath.map(\.stringValue).joined(separator: "/")
      var container = encoder.singleValueContainer()
      try container.encode("\(path) \(encoder.userInfo[told] ?? "no")")
    }

    #expect(try encoder.string(["a": [["b": value]]]) == "a%5B%5D%5Bb%5D=a/0/b%20yes")
    #expect(try encoder.string(parameters: ["a": value]) == "a=a%20yes")
  }

  // MARK: - What cannot be

  // NB: not `Encodable`, because arguments that are get encoded for their reports, by an encoder that traps on these.
  private struct Script: Sendable {
    let write: @Sendable (any Encoder) throws -> Void
    init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }
  }

  private struct Endless: Encodable {
    let way: Int
    func encode(to encoder: any Encoder) throws {
      switch way {
      case 0:
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(self, forKey: "a")
      case 1:
        var container = encoder.unkeyedContainer()
        try container.encode(self)
      default:
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }
    }
  }

  @Test(.serialized, arguments: 0..<3)
  func `a value that contains itself is an error that names where`(way: Int) throws {
    let error = #expect(throws: InvalidParameter.self) { try encoder.string(["root": Endless(way: way)]) }

    #expect(error?.reason == .tooDeep)
    #expect(error?.keyPath.hasPrefix(["root.a.a", "root[0][0]", "root"][way]) == true)
  }

  @Test func `containers 100,000 deep are an error, not a stack overflow`() throws {
    let keyed = ByHand { encoder in
      var container = encoder.container(keyedBy: Key.self)
      for _ in 0..<100_000 { container = container.nestedContainer(keyedBy: Key.self, forKey: "a") }
      try container.encode(1, forKey: "b")
    }
    let unkeyed = ByHand { encoder in
      var container = encoder.unkeyedContainer()
      for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
    }
    let supers = ByHand { encoder in
      var encoder = encoder
      for _ in 0..<100_000 {
        var container = encoder.container(keyedBy: Key.self)
        encoder = container.superEncoder()
      }
    }

    for value in [keyed, unkeyed, supers] {
      let error = #expect(throws: InvalidParameter.self) { try encoder.string(["x": value]) }
      #expect(error?.reason == .tooDeep)
    }
  }

  @Test func `128 levels are not too deep`() throws {
    struct Nested: Encodable {
      let depth: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if depth == 0 {
          try container.encode(1, forKey: "b")
        } else {
          try container.encode(Nested(depth: depth - 1), forKey: "a")
        }
      }
    }

    #expect(try encoder.string(Nested(depth: 127)) == String(repeating: "a.", count: 127) + "b=1")
    #expect(throws: InvalidParameter.self) { try encoder.string(Nested(depth: 128)) }
  }

  @Test(arguments: [
    Script { try 1.encode(to: $0) }, Script { try [1].encode(to: $0) }, Script { try Int?.none.encode(to: $0) },
  ])
  private func `the whole must have keys`(script: Script) {
    #expect(throws: InvalidParameter(keyPath: "", reason: .notKeyed)) { try encoder.string(ByHand(script.write)) }
  }

  @Test func `a number, text and an array are no form`() {
    #expect(throws: InvalidParameter(keyPath: "", reason: .notKeyed)) { try encoder.string(1) }
    #expect(throws: InvalidParameter(keyPath: "", reason: .notKeyed)) { try encoder.string("a=b") }
    #expect(throws: InvalidParameter(keyPath: "", reason: .notKeyed)) { try encoder.string([["a": 1]]) }
  }

  @Test func `a value that encodes nothing is an empty form`() throws {
    #expect(try encoder.string(ByHand { _ in }).isEmpty)
    #expect(try encoder.string(["a": ByHand { _ in }]).isEmpty)
  }

  @Test(arguments: [
    Script { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    },
    Script { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encodeNil()
    },
    Script { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      var other = encoder.unkeyedContainer()
      try other.encode(2)
    },
    Script { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      var other = encoder.container(keyedBy: Key.self)
      try other.encode(2, forKey: "a")
    },
    Script { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      try 1.encode(to: encoder)
    },
  ])
  private func `a value that encodes itself in two ways at once is an error that names it`(script: Script) {
    #expect(throws: InvalidParameter(keyPath: "x[1]", reason: .inconsistent)) {
      try encoder.string(["x": [ByHand { try 1.encode(to: $0) }, ByHand(script.write)]])
    }
  }

  @Test func `errors of a value are thrown`() {
    struct Refused: Error {}

    #expect(throws: Refused.self) { try encoder.string(["a": ByHand { _ in throw Refused() }]) }
  }
}

/// A key of any name.
private struct Key: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
