import Foundation

@testable import TestSupport

/// JSON texts that mostly fit the models, and sometimes nearly.
struct GeneratedJSON {
  private static let numbers = [
    "0", "-0", "-0.0", "1", "1.0", "1.5", "-1", "10e-1", "127", "128", "-128", "-129", "255", "256", "32767",
    "32768",
    "-32769", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616",
    "9007199254740993", "9007199254740993.0", "9007199254740992.5", "90071992547409931e-1", "1.0000000000000001", "1e2",
    "1E+2", "1e18", "1e19", "1e20", "1e25", "1e400", "-1e400", "1e-400", "0.1e-400", "1.7976931348623157e308", "5e-324",
    "3.4028235e38", "3.5e38", "1e-45", "1e-46", "0.1", "16777217", "0.30000000000000004", "1e127", "1e128", "1e-128",
    "1e-129", "12345678901234567890.123456789", "123456789012345678901234567890123456789012",
    "0.123456789012345678901234567890123456789012345", "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728", "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456", "1.000", "1700000000", "1700000000123", "-62135596800", "4.35",
    "100000000000000000000000.0",
  ]
  private static let strings = [
    #""""#, #""a""#, #""1""#, #""true""#, #""hearts""#, #""darkSpades""#, #""Infinity""#, #""-Infinity""#, #""NaN""#,
    #""AQID""#, #""AQI=""#, #""AQI""#, #""AQ ID""#, #""AQ\/+""#, #""*""#, #""2026-01-31T09:30:00Z""#,
    #""2026-01-31T09:30:00+01:00""#, #""2026-01-31T09:30:00.5Z""#, #""2026-02-30T09:30:00Z""#, #""2026-01-31""#,
    #""https://example.com/a?b=c#d""#, #""a b""#, #""http://[::1""#, #""\u00e9""#, #""é""#, "\"e\u{301}\"", #""😀""#,
    #""\ud83d\ude00""#, #""\n\t\\\"\/""#, #""\u0000""#, #""a longer text that no small string holds""#,
    #""2026/01/31""#,
  ]
  private static let keys = [
    "firstValue", "first_value", "second_value", "secondValue", "inner", "list", "empty", "circle", "radius", "polygon",
    "named", "name",
    "legs", "isGood", "is_good", "owner", "base", "super", "hearts", "clubs", "dark_spades", "darkSpades", "_0", "_1",
    "isClosed",
    "is_closed", "1", "-2", "a_b_c", "aBC", "_a_b_", "__", "", "FIRST_VALUE", "first__value", "straße_größe", "été_1st",
    "e\u{301}",
    "é", "foo-bar_bazQux", "a_1b2c", "a_o'neil_x.y", "ǆ_ǆ", "x_ﬁ", "first_Value", "İ_İ",
  ]

  var generator: Generator

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &generator)] }

  mutating func number() -> String {
    if chance(70) { return pick(Self.numbers) }
    let bits = generator.next()
    switch bits % 4 {
    case 0: return "\(Int64(truncatingIfNeeded: generator.next()) >> Int64(bits >> 58))"
    case 1: return "\(generator.next()).\(bits)"
    case 2: return "\(generator.next())e\(Int(bits % 60) - 40)"
    default:
      let double = Double(bitPattern: generator.next())
      return double.isFinite ? "\(double)" : "1"
    }
  }

  mutating func string() -> String { chance(90) ? pick(Self.strings) : "\"\(date())\"" }

  /// A date in ISO 8601, not always one that there is.
  private mutating func date() -> String {
    let parts = [(1000, 2999), (0, 13), (1, 31), (0, 24), (0, 60), (0, 61)].map { range in
      let text = "\(Int.random(in: range.0...range.1, using: &generator))"
      return text.count == 1 ? "0" + text : text
    }
    return parts[0...2].joined(separator: "-") + "T" + parts[3...5].joined(separator: ":") + "Z"
  }

  mutating func key() -> String { pick(Self.keys) }

  mutating func scalar() -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5: number()
    case 5..<8: string()
    case 8: pick(["true", "false"])
    default: "null"
    }
  }

  /// Any value.
  mutating func any(_ depth: Int = 3) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0..<7: return scalar()
    case 7, 8:
      return object(
        (0..<Int.random(in: 0...(depth == 1 ? 20 : 4), using: &generator)).map { _ in (key(), any(depth - 1)) },
        once: true
      )
    default: return array((0..<Int.random(in: 0...4, using: &generator)).map { _ in any(depth - 1) })
    }
  }

  mutating func array(_ values: [String]) -> String { "[" + values.joined(separator: space()) + "]" }

  /// An object, of which something may be missing, twice there, null, or something else.
  ///
  /// - Parameter once: Whether each key comes once: of dictionaries, Foundation also decodes the values that don't count.
  mutating func object(_ members: [(String, String)], once: Bool = false) -> String {
    var members = members
    for place in members.indices.reversed() {
      switch Int.random(in: 0..<60, using: &generator) {
      case 0: members.remove(at: place)
      case 1: members.append((members[place].0, scalar()))
      case 2: members[place].1 = "null"
      case 3: members[place].1 = any(1)
      case 4: members.insert((key(), any(1)), at: place)
      default: break
      }
    }
    if once {
      var seen = Set<String>()
      members.removeAll { !seen.insert($0.0).inserted }
    }
    if chance(20) { members.shuffle(using: &generator) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: space()) + "}"
  }

  private mutating func space() -> String { chance(90) ? "," : pick([" ,", ",\n", "\t,\r "]) }

  /// A text's bytes, once in a while not quite JSON, or in another encoding.
  mutating func bytes(_ text: String) -> Data {
    var data = Data(text.utf8)
    guard chance(12) else { return data }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return data.prefix(Int.random(in: 0...data.count, using: &generator))
    case 1: return Data(text.replacing("]", with: ",]").replacing("}", with: ",}").utf8)
    case 2: return Data([0xEF, 0xBB, 0xBF]) + data
    case 3: return text.data(using: pick([.utf16BigEndian, .utf16LittleEndian, .utf16, .utf32BigEndian])) ?? data
    case 4: return Data(text.replacing("\"a\"", with: #""\ud800""#).utf8) + Data((chance(50) ? "" : " x").utf8)
    case 5: return Data(text.replacing("1", with: "01").utf8)
    default:
      for _ in 0...2 where !data.isEmpty {
        data[Int.random(in: 0..<data.count, using: &generator)] = pick([0xFF, 0xC3, 0x00, 0x0A, 0x22, 0x5C, 0x2C, 0x7D])
      }
      return data
    }
  }
}
