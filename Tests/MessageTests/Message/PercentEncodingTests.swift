import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct PercentEncodingTests {
  @Test func `the unreserved bytes are letters, digits and four marks`() {
    let expected = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"

    let unreserved = (0...255).map(UInt8.init).filter(PercentEncoding.isUnreserved)

    #expect(String(decoding: unreserved, as: UTF8.self) == expected)
  }

  @Test func `the hexadecimal digits are of both cases`() {
    let digits = (0...255).map(UInt8.init).filter(PercentEncoding.isHexDigit)

    #expect(String(decoding: digits, as: UTF8.self) == "0123456789ABCDEFabcdef")
  }

  @Test func `each byte that is not allowed becomes a percent sign and two digits`() {
    let text = PercentEncoding.encode("a/b\u{7F}/é", leaving: { $0 == UInt8(ascii: "a") || $0 == UInt8(ascii: "/") })

    #expect(text == "a/%62%7F/%C3%A9")
  }

  @Test func `text in which everything is allowed stays as it is`() {
    #expect(PercentEncoding.encode("日本", leaving: { _ in true }) == "日本")
    #expect(PercentEncoding.encode("", leaving: { _ in false }).isEmpty)
  }
}
