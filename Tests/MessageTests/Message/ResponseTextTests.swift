import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ResponseTextTests {
  private func response(_ bytes: [UInt8], _ type: String? = nil) -> Response {
    var response = Response(data: Data(bytes))
    response.headers["Content-Type"] = type
    return response
  }

  @Test func `is UTF-8 where nothing else is said`() throws {
    let bytes = Array("日本 😀".utf8)

    #expect(try response(bytes).text() == "日本 😀")
    #expect(try response(bytes, "text/plain").text() == "日本 😀")
    #expect(try response(bytes, "text/plain; charset=").text() == "日本 😀")
    #expect(try response([]).text().isEmpty)
  }

  @Test(
    arguments: [
      ("utf-8", [0xC3, 0xA9], "é"), ("UTF-8", [0xC3, 0xA9], "é"), ("utf8", [0xC3, 0xA9], "é"),
      ("us-ascii", [0x41], "A"), ("ascii", [0x41], "A"),
      ("ISO-8859-1", [0xE9], "é"), ("latin1", [0xE9], "é"), ("iso-8859-2", [0xB1], "ą"),
      ("windows-1250", [0xB9], "ą"), ("windows-1251", [0xFF], "я"), ("windows-1252", [0x80], "€"),
      ("windows-1253", [0xE1], "α"), ("windows-1254", [0xFD], "ı"),
      ("utf-16", [0xFE, 0xFF, 0x65, 0xE5], "日"), ("utf-16", [0xFF, 0xFE, 0xE5, 0x65], "日"),
      ("utf-16be", [0x65, 0xE5], "日"), ("utf-16le", [0xE5, 0x65], "日"),
      ("utf-32", [0, 0, 0xFE, 0xFF, 0, 0, 0x65, 0xE5], "日"),
      ("utf-32be", [0, 0, 0x65, 0xE5], "日"), ("utf-32le", [0xE5, 0x65, 0, 0], "日"),
      ("Shift_JIS", [0x93, 0xFA], "日"), ("sjis", [0x93, 0xFA], "日"), ("x-sjis", [0x93, 0xFA], "日"),
      ("windows-31j", [0x93, 0xFA], "日"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
    ] as [(String, [UInt8], String)]
  )
  func `is in the character set that the response declares`(charset: String, bytes: [UInt8], text: String) throws {
    #expect(try response(bytes, "text/plain; charset=\(charset)").text() == text)
  }

  @Test func `ISO-8859-1 and ASCII mean windows-1252, as in browsers`() throws {
    for charset in ["iso-8859-1", "latin1", "us-ascii"] {
      #expect(try response([0x80, 0x81, 0x9F], "text/plain; charset=\(charset)").text() == "€\u{81}Ÿ")
    }
    #expect(try response([0x80]).text(encoding: .isoLatin1) == "\u{80}")
  }

  @Test func `a byte order mark goes before the declared character set, even an unknown one`() throws {
    for charset in ["gbk", "utf-16le", "klingon"] {
      #expect(try response([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "text/plain; charset=\(charset)").text() == "é")
      #expect(try response([0xFE, 0xFF, 0x65, 0xE5], "text/plain; charset=\(charset)").text() == "日")
    }
    #expect(try response([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "text/plain; charset=utf-32le").text() == "A")
  }

  @Test func `a character set can be named where the server names none, or a wrong one`() throws {
    #expect(try response([0xC4, 0xE3]).text(charset: "GBK") == "你")
    #expect(try response([0xC6, 0xFC], "text/plain; charset=utf-8").text(charset: "euc-jp") == "日")
    #expect(try response([0xC6, 0xFC]).text(encoding: .japaneseEUC) == "日")
    #expect(throws: UndecodableText.self) { try response([0x41]).text(charset: "klingon") }
  }

  @Test func `of several fields the last is the type`() throws {
    var response = response([0xC4, 0xE3], "text/plain; charset=utf-8")
    response.headers.append("text/plain; charset=gbk", for: "Content-Type")

    #expect(try response.text() == "你")
  }

  @Test func `an error says what is wrong`() {
    func reason(_ bytes: [UInt8], _ charset: String) -> String? {
      do {
        _ = try response(bytes, "text/plain; charset=\(charset)").text()
        return nil
      } catch {
        return error.reason
      }
    }

    #expect(reason([0xFF], "gbk") == "malformed bytes")
    #expect(reason([0x41], "klingon") == "no such character set")
    #expect(TextFlaw.noConverter(.gb18030).description == "this system cannot convert gb18030")
  }

  @Test(arguments: [
    #"text/plain; charset="iso-8859-1""#, "text/plain; charset='iso-8859-1'", "text/plain;charset=ISO-8859-1",
    "text/plain; Charset = iso-8859-1", "text/plain; format=flowed; charset=iso-8859-1",
    #"text/plain; charset="ISO-8859-1"; q=1"#, #"text/plain; charset="iso\-8859\-1"; q=1"#,
    #"text/plain; x="a;charset=gbk"; charset=iso-8859-1"#, "text/plain; charset=iso-8859-1; charset=gbk",
    #"text/plain;;charset="";charset=iso-8859-1"#, #"text/plain; charset="iso-8859-1"#,
  ])
  func `the character set is read however it is written`(type: String) throws {
    #expect(try response([0xE9], type).text() == "é")
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x41], "utf-8"), ([0xFE, 0xFF, 0x00, 0x41], "utf-16"),
      ([0xFE, 0xFF, 0x00, 0x41], "utf-16be"),
      ([0xFF, 0xFE, 0x41, 0x00], "utf-16le"),
    ] as [([UInt8], String)]
  )
  func `a byte order mark is left out`(bytes: [UInt8], charset: String) throws {
    #expect(try response(bytes, "text/plain; charset=\(charset)").text() == "A")
  }

  @Test func `only the first mark is one`() throws {
    #expect(try response(Array("\u{FEFF}\u{FEFF}A".utf8)).text() == "\u{FEFF}A")
    #expect(try response(Array("A\u{FEFF}".utf8)).text() == "A\u{FEFF}")
  }

  @Test func `the encoding that is given goes before the declared one`() throws {
    #expect(try response([0xE9], "text/plain; charset=utf-8").text(encoding: .isoLatin1) == "é")
    #expect(try response([0x41], "text/plain; charset=klingon").text(encoding: .utf8) == "A")
  }

  @Test(
    arguments: [
      ([0xFF], "utf-8"), ([0xC3], "utf-8"), ([0xC0, 0x80], "utf-8"), ([0xED, 0xA0, 0x80], "utf-8"),
      ([0xFF], "gbk"), ([0x41], "hz-gb-2312"), ([0xAA], "windows-1253"), ([0x00], "utf-16"), ([0xD8, 0], "utf-16be"),
      ([0x41], "klingon"), ([0x41], "utf-7"),
    ] as [([UInt8], String)]
  )
  func `bytes that are no text in it, and unknown character sets, are errors`(bytes: [UInt8], charset: String) {
    let response = response(bytes, "text/plain; charset=\(charset)")

    let error = #expect(throws: UndecodableText.self) { try response.text() }

    #expect(error?.charset == charset)
    #expect(error?.response == response)
  }

  @Test func `an error names the encoding that was given`() {
    let error = #expect(throws: UndecodableText.self) { try response([0xFF]).text(encoding: .utf8) }

    #expect(error?.charset.isEmpty == false)
    #expect(error?.description.contains("200") == true)
  }
}
