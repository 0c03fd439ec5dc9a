import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct JSONNumberTests {
  @Test(arguments: [
    "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616", "-9223372036854775809", "1.0", "1.10", "0.1", "1e5", "1E+5", "1e-5", "-0.0", "1e400",
    "-1e-400",
    "3.14159265358979323846264338327950288", "123456789012345678901234567890", "1e99999999999999999999999999",
    "0.30000000000000004",
  ])
  func `a number is written as it was read`(text: String) throws {
    #expect(JSON(parseJSON: text).debugDescription == text)
    #expect(JSON(parseJSON: text).stringValue == text)
    #expect(JSON(parseJSON: "[\(text)]").debugDescription == "[\(text)]")
  }

  @Test(
    arguments: [
      ("1.00000005960464477539062500001", Float(1).nextUp), ("16777217.0000000001", 16_777_218), ("1e38", 1e38),
      ("3.4028235677973367e38", nil), ("3.4028235677973366e38", .greatestFiniteMagnitude), ("1e-60", 0), ("-0.0", -0.0),
      ("16777217", 16_777_216), ("true", 1), ("\"16777217.0000000001\"", nil), ("1e400", nil),
    ] as [(String, Float?)]
  )
  func `a number is rounded to a float once`(text: String, value: Float?) {
    #expect(JSON(parseJSON: text).float == value)
  }

  @Test(.serialized, arguments: 0..<20)
  func `a float is the one that the digits are nearest to`(seed: Int) {
    var random = Generator(seed)
    for _ in 0..<500 {
      // The middle between two floats, a hair above or below: there a second rounding goes wrong.
      let float = Float(bitPattern: UInt32.random(in: 0x3F00_0000..<0x4B00_0000, using: &random))
      let middle = (Double(float) + Double(float.nextUp)) / 2
      let hair = Bool.random(using: &random)
      let digits = Decimal(string: String(format: "%.30f", middle)).map {
        $0 + (hair ? 1 : -1) * Decimal(sign: .plus, exponent: -30, significand: 1)
      }
      let text = digits.map { "\($0)" } ?? ""
      #expect(JSON(parseJSON: text).float == (hair ? float.nextUp : float), "\(text)")
    }
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("100", "1E2"), ("0", "-0"), ("0", "0.0e5"), ("0.1", "1e-1"), ("10.50", "10.5"),
    ("1000e-3", "1"),
    ("18446744073709551615", "18446744073709551615.0"),
    ("123456789012345678901234567890", "12345678901234567890123456789e1"),
  ])
  func `numbers of the same value are equal, and hash so`(one: String, other: String) {
    let (one, other) = (JSON(parseJSON: one), JSON(parseJSON: other))

    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(!(one < other) && !(other < one))
    #expect(one <= other && one >= other)
  }

  @Test(arguments: [
    ("1", "2"), ("-2", "-1"), ("-1", "0"), ("-0.5", "0"), ("0", "0.001"), ("9", "10"), ("0.9", "0.91"),
    ("1e400", "1e401"),
    ("-1e401", "-1e400"), ("9223372036854775807", "9223372036854775808"), ("0.1", "0.10000000000000000000000000001"),
    ("1e-400", "1e-399"),
    ("-18446744073709551616", "18446744073709551615"), ("99", "100.5"), ("0", "1e-999999999999999999999"),
  ])
  func `numbers are compared exactly`(smaller: String, larger: String) {
    let (smaller, larger) = (JSON(parseJSON: smaller), JSON(parseJSON: larger))

    #expect(smaller < larger)
    #expect(!(larger < smaller))
    #expect(smaller != larger)
    #expect(larger > smaller && larger >= smaller && smaller <= larger)
  }

  @Test func `a double is the number that it is written as`() {
    #expect(JSON(0.1) == JSON(parseJSON: "0.1"))
    #expect(JSON(Float(0.1)) == JSON(parseJSON: "0.1"))
    #expect(JSON(Decimal(string: "0.1") ?? 0) == 0.1)
    #expect(JSON(1e300).debugDescription == "1e+300")
    #expect(JSON(2.0) == 2)
  }

  @Test func `NaN and the infinities are no numbers`() {
    #expect(JSON(Double.nan).error == .unsupportedType(path: [], type: "Double(nan)"))
    #expect(!JSON(Float.infinity).exists())
    #expect(!JSON(Decimal.nan).exists())
    #expect(JSON([JSON(-Double.infinity)]).debugDescription == "[null]")
  }

  @Test(
    arguments: [
      ("1.9", 1), ("-1.9", -1), ("1e3", 1000), ("-0", 0), ("1e400", nil),
      ("9223372036854775807.5", 9_223_372_036_854_775_807),
      ("9223372036854775808", nil), ("-9223372036854775808.1", Int.min), ("1e-999999999999999999999", 0), ("true", 1),
      ("false", 0),
      ("\"1\"", nil), ("null", nil), ("[1]", nil),
    ] as [(String, Int?)]
  )
  func `an integer is cut, and nil where it does not fit`(text: String, expected: Int?) {
    #expect(JSON(parseJSON: text).int == expected)
    #expect(JSON(parseJSON: text).int64 == expected.map(Int64.init))
  }

  @Test(arguments: [
    ("\"12\"", 12), ("\" +12.7 \"", 12), ("\"1e3\"", 1000), ("\"12abc\"", 0), ("\"\"", 0), ("\"true\"", 0),
    ("true", 1), ("[7]", 0),
    ("null", 0), ("3.9", 3), ("1e400", 0), ("\"[1]\"", 0),
  ])
  func `an integer's value converts strings and bools`(text: String, expected: Int) {
    #expect(JSON(parseJSON: text).intValue == expected)
  }

  @Test func `every width takes what fits, and no more`() {
    let json: JSON = [300, -1, 18_446_744_073_709_551]

    #expect(json[0].int8 == nil && json[0].uInt8 == nil && json[0].int16 == 300 && json[0].uInt16 == 300)
    #expect(
      json[0].int8Value == 0 && json[0].uInt8Value == 0 && json[0].int16Value == 300 && json[0].uInt16Value == 300
    )
    #expect(
      json[1].uInt == nil && json[1].uIntValue == 0 && json[1].uInt64 == nil && json[1].int32 == -1
        && json[1].int32Value == -1
    )
    #expect(
      json[2].int32 == nil && json[2].uInt32 == nil && json[2].uInt32Value == 0
        && json[2].uInt64 == 18_446_744_073_709_551
    )
    #expect(JSON(UInt64.max).uInt64 == .max && JSON(UInt64.max).uInt64Value == .max && JSON(UInt64.max).int == nil)
    #expect(JSON(Int64.min).int64Value == .min && JSON(UInt.max).uIntValue == .max)
  }

  @Test(
    arguments: [
      ("1", 1), ("0.1", 0.1), ("-1e2", -100), ("1e400", nil), ("1e-400", 0), ("18446744073709551615", 0x1p64),
      ("true", 1), ("\"1\"", nil), ("null", nil),
    ] as [(String, Double?)]
  )
  func `a double is the nearest, and nil where there is none`(text: String, expected: Double?) {
    #expect(JSON(parseJSON: text).double == expected)
    #expect(JSON(parseJSON: text).doubleValue == expected ?? (text == "\"1\"" ? 1 : 0))
  }

  @Test func `a decimal has all digits, or is nil`() {
    let digits = "12345678901234567890.123456789012345678"

    #expect(JSON(parseJSON: digits).decimal == Decimal(string: digits))
    #expect(JSON(parseJSON: digits + "9").decimal == nil)
    #expect(JSON(parseJSON: "1e127").decimal == Decimal(sign: .plus, exponent: 127, significand: 1))
    #expect(JSON(parseJSON: "1e400").decimal == nil)
    #expect(JSON(parseJSON: "1e-129").decimal == nil)
    #expect(JSON("1.25").decimalValue == Decimal(string: "1.25"))
    #expect(JSON(0.1).decimal == Decimal(string: "0.1"))
    #expect(JSON(7).decimal == 7 && JSON(UInt64.max).decimal == Decimal(UInt64.max) && JSON("x").decimalValue == 0)
  }

  @Test func `Foundation's number is exact`() {
    #expect(JSON(7).number == 7)
    #expect(JSON(UInt64.max).number == NSNumber(value: UInt64.max))
    #expect(JSON(parseJSON: "0.1").number == NSDecimalNumber(string: "0.1"))
    #expect(JSON(2.5).numberValue == 2.5)
    #expect(JSON("2.5").numberValue == 2.5)
    #expect(JSON(true).number == 1 && JSON("x").number == nil && JSON("x").numberValue == 0)
  }

  @Test func `a number of a million digits is read, compared and converted at once`() {
    let text = String(repeating: "9", count: 1_000_000)
    let json = JSON(parseJSON: text)

    #expect(json.int == nil && json.double == nil && json.decimal == nil)
    #expect(json == JSON(parseJSON: text + ".0") && json > 1)
    #expect(JSON(parseJSON: "1e" + text).double == nil)
    #expect(JSON(parseJSON: "1e-" + text).int == 0)
    #expect(json.debugDescription == text)
  }

  @Test(arguments: [
    ("007", 7), ("+5", 5), ("-08", -8), ("0", 0), ("00", 0), ("0.5e1", 5), (" 12 ", 12), ("--5", 0), ("+-5", 0),
    ("", 0),
    ("-", 0), ("1x", 0), ("٣", 0),
  ])
  func `a string of digits is the number that it looks like`(text: String, number: Int) {
    #expect(JSON(text).intValue == number)
  }
}
