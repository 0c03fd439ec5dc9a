import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The encodings of the WHATWG Encoding Standard, by what its tables say.
struct TextEncodingTests {
  private func decode(_ bytes: [UInt8], _ label: String) throws -> String {
    try #require(TextEncoding(label: label)).decode(Data(bytes))
  }

  @Test(
    arguments: [
      (
        "utf-8", "Grüße 日本 😀",
        [
          0x47, 0x72, 0xC3, 0xBC, 0xC3, 0x9F, 0x65, 0x20, 0xE6, 0x97, 0xA5, 0xE6, 0x9C, 0xAC, 0x20, 0xF0, 0x9F, 0x98,
          0x80,
        ]
      ),
      ("ibm866", "Привет", [0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2]),
      ("iso-8859-2", "Łódź", [0xA3, 0xF3, 0x64, 0xBC]),
      (
        "iso-8859-3", "Ĝis la revido ĥ",
        [0xD8, 0x69, 0x73, 0x20, 0x6C, 0x61, 0x20, 0x72, 0x65, 0x76, 0x69, 0x64, 0x6F, 0x20, 0xB6]
      ),
      ("iso-8859-4", "Āķis", [0xC0, 0xF3, 0x69, 0x73]),
      ("iso-8859-5", "Привет", [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2]),
      ("iso-8859-6", "\u{645}\u{631}\u{62D}\u{628}\u{627}", [0xE5, 0xD1, 0xCD, 0xC8, 0xC7]),
      ("iso-8859-7", "Γειά σου €", [0xC3, 0xE5, 0xE9, 0xDC, 0x20, 0xF3, 0xEF, 0xF5, 0x20, 0xA4]),
      ("iso-8859-8", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", [0xF9, 0xEC, 0xE5, 0xED]),
      ("iso-8859-8-i", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", [0xF9, 0xEC, 0xE5, 0xED]),
      ("iso-8859-10", "Þjóð ŋ", [0xDE, 0x6A, 0xF3, 0xF0, 0x20, 0xBF]),
      ("iso-8859-13", "Žąsis “”", [0xDE, 0xE0, 0x73, 0x69, 0x73, 0x20, 0xB4, 0xA1]),
      ("iso-8859-14", "Ŵyḋ", [0xD0, 0x79, 0xAB]),
      ("iso-8859-15", "œuvre €", [0xBD, 0x75, 0x76, 0x72, 0x65, 0x20, 0xA4]),
      ("iso-8859-16", "Ț și €", [0xDE, 0x20, 0xBA, 0x69, 0x20, 0xA4]),
      ("koi8-r", "Привет ё", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x20, 0xA3]),
      ("koi8-u", "Їжак ґ", [0xB7, 0xD6, 0xC1, 0xCB, 0x20, 0xAD]),
      ("macintosh", "naïve ﬁ €", [0x6E, 0x61, 0x95, 0x76, 0x65, 0x20, 0xDE, 0x20, 0xDB]),
      ("windows-874", "\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5]),
      ("windows-1250", "Žluťoučký €", [0x8E, 0x6C, 0x75, 0x9D, 0x6F, 0x75, 0xE8, 0x6B, 0xFD, 0x20, 0x80]),
      ("windows-1251", "Привет №", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xB9]),
      ("windows-1252", "naïve “€”", [0x6E, 0x61, 0xEF, 0x76, 0x65, 0x20, 0x93, 0x80, 0x94]),
      ("windows-1253", "Γειά €", [0xC3, 0xE5, 0xE9, 0xDC, 0x20, 0x80]),
      ("windows-1254", "İğşı €", [0xDD, 0xF0, 0xFE, 0xFD, 0x20, 0x80]),
      (
        "windows-1255", "\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", [0xF9, 0xC8, 0xD1, 0xEC, 0xE5, 0xC9, 0xED]
      ),
      ("windows-1256", "\u{645}\u{631}\u{62D}\u{628}\u{627} €", [0xE3, 0xD1, 0xCD, 0xC8, 0xC7, 0x20, 0x80]),
      ("windows-1257", "Šķūnis €", [0xD0, 0xED, 0xFB, 0x6E, 0x69, 0x73, 0x20, 0x80]),
      ("windows-1258", "Viê\u{323}t ₫", [0x56, 0x69, 0xEA, 0xF2, 0x74, 0x20, 0xFE]),
      ("x-mac-cyrillic", "Привет №", [0x8F, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xDC]),
      ("gbk", "你好，世界", [0xC4, 0xE3, 0xBA, 0xC3, 0xA3, 0xAC, 0xCA, 0xC0, 0xBD, 0xE7]),
      ("gb18030", "你好 😀 ㍿", [0xC4, 0xE3, 0xBA, 0xC3, 0x20, 0x94, 0x39, 0xFC, 0x36, 0x20, 0x81, 0x39, 0xE3, 0x31]),
      ("big5", "你好，世界", [0xA7, 0x41, 0xA6, 0x6E, 0xA1, 0x41, 0xA5, 0x40, 0xAC, 0xC9]),
      ("big5-hkscs", "香港 嘅 𠮩", [0xAD, 0xBB, 0xB4, 0xE4, 0x20, 0x9D, 0xEF, 0x20, 0x8A, 0xF7]),
      (
        "euc-jp", "日本語テスト ﾃｽﾄ",
        [
          0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA5, 0xC6, 0xA5, 0xB9, 0xA5, 0xC8, 0x20, 0x8E, 0xC3, 0x8E, 0xBD, 0x8E,
          0xC4,
        ]
      ),
      ("euc-jp", "丂丄", [0x8F, 0xB0, 0xA1, 0x8F, 0xB0, 0xA2]),
      (
        "iso-2022-jp", "日本語 Test テスト",
        [
          0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42, 0x20, 0x54, 0x65, 0x73, 0x74, 0x20,
          0x1B, 0x24, 0x42, 0x25, 0x46, 0x25, 0x39, 0x25, 0x48, 0x1B, 0x28, 0x42,
        ]
      ),
      (
        "shift_jis", "日本語 ﾃｽﾄ ①～",
        [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x20, 0xC3, 0xBD, 0xC4, 0x20, 0x87, 0x40, 0x81, 0x60]
      ),
      ("euc-kr", "안녕하세요", [0xBE, 0xC8, 0xB3, 0xE7, 0xC7, 0xCF, 0xBC, 0xBC, 0xBF, 0xE4]),
      ("euc-kr", "똠방각하", [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF]),
      ("utf-16be", "日😀", [0x65, 0xE5, 0xD8, 0x3D, 0xDE, 0x00]),
      ("utf-16le", "日😀", [0xE5, 0x65, 0x3D, 0xD8, 0x00, 0xDE]),
      ("shift_jis", "\u{80}", [0x80]),
      ("gbk", "€", [0x80]),
      ("gb18030", "\u{3000}", [0xA3, 0xA0]),
      ("gbk", "你€好", [0xC4, 0xE3, 0x80, 0xBA, 0xC3]),
      ("big5", "／＼∕﹨", [0xA1, 0xFE, 0xA2, 0x40, 0xA2, 0x41, 0xA2, 0x42]),
      ("big5", "箸", [0x8E, 0x69]),
      ("big5", "\u{CA}\u{304}", [0x88, 0x62]),
      ("big5", "‧￥", [0xA1, 0x45, 0xA2, 0x44]),
      ("euc-jp", "①～", [0xAD, 0xA1, 0xA1, 0xC1]),
      ("iso-2022-jp", "①ｱ¥‾", [0x1B, 0x24, 0x42, 0x2D, 0x21, 0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x4A, 0x5C, 0x7E]),
      ("iso-2022-jp", "日a", [0x1B, 0x24, 0x40, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x61]),
      ("x-user-defined", "A\u{F780}\u{F7FF}", [0x41, 0x80, 0xFF]),
    ] as [(String, String, [UInt8])]
  )
  func `reads text in each encoding`(label: String, text: String, bytes: [UInt8]) throws {
    #expect(Array(try decode(bytes, label).unicodeScalars) == Array(text.unicodeScalars))
    #expect(try decode([], label).isEmpty)
  }

  /// Each byte alone, from 80 on; U+FFFD stands for an error.
  @Test(
    arguments: [
      ("ibm866", "2e3f89d51df1d1b9"),
      ("iso-8859-2", "da4d3b2f8f06435d"),
      ("iso-8859-3", "c1d9ce25d3762a52"),
      ("iso-8859-4", "54140e6e75ba62ce"),
      ("iso-8859-5", "5372981566958051"),
      ("iso-8859-6", "2b716bc800e7bfe3"),
      ("iso-8859-7", "8d94b0308cf418c9"),
      ("iso-8859-8", "ade2c0790e86ddc8"),
      ("iso-8859-10", "129e084c5bc4da60"),
      ("iso-8859-13", "20a9bcd406361c31"),
      ("iso-8859-14", "80050213abdb4257"),
      ("iso-8859-15", "b9a4a2394ee58552"),
      ("iso-8859-16", "c2bb18a77fe0cd90"),
      ("koi8-r", "25a9da95cf2db39e"),
      ("koi8-u", "79b0a6e96024f61a"),
      ("macintosh", "94dcdcc19412eb48"),
      ("windows-874", "4bb5efdc1a2832ec"),
      ("windows-1250", "52665a0c49e77322"),
      ("windows-1251", "153baf169d84e269"),
      ("windows-1252", "9ba654722668eee9"),
      ("windows-1253", "fa630499b7db169e"),
      ("windows-1254", "612d01246f4b5106"),
      ("windows-1255", "16925d6a9d5cff62"),
      ("windows-1256", "ae636a90722c9d75"),
      ("windows-1257", "abd51531663d43f8"),
      ("windows-1258", "ded84db6d51e3143"),
      ("x-mac-cyrillic", "ab39a8a69bbbd008"),
    ]
  )
  func `reads every byte of the one-byte encodings as the standard does`(label: String, digest: String) {
    let characters = (0x80...0xFF).map { (try? decode([UInt8($0)], label)) ?? "\u{FFFD}" }

    #expect(SHA256.hexadecimal(of: characters.joined()).hasPrefix(digest))
    #expect((0..<0x80).allSatisfy { byte in (try? decode([byte], label)) == String(Unicode.Scalar(byte)) })
  }

  @Test(arguments: TextEncodingLabels.all)
  func `knows every label, in any case`(name: String, labels: String) {
    for label in labels.split(separator: " ") {
      #expect(TextEncoding(label: String(label)) == TextEncoding(label: name), "\(label)")
      #expect(TextEncoding(label: " \(label.uppercased())\t") == TextEncoding(label: name), "\(label)")
    }
    #expect(TextEncoding(label: name) != nil)
  }

  @Test(arguments: ["replacement", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "csiso2022kr"])
  func `never reads an encoding that is used to smuggle scripts`(label: String) throws {
    #expect(throws: TextFlaw.malformed) { try decode([0x41], label) }
    #expect(try decode([], label).isEmpty)
  }

  @Test(
    arguments: [
      ("gbk", [0x81]), ("gbk", [0xFF]), ("gb18030", [0x81, 0x30, 0x81]), ("gb18030", [0xFE, 0x39, 0xFE, 0x39]),
      ("big5", [0xFF]), ("big5", [0xA4]), ("big5", [0x81, 0x40]), ("euc-kr", [0x80]), ("euc-kr", [0xC6, 0x53]),
      ("shift_jis", [0x81]), ("shift_jis", [0xA0]), ("shift_jis", [0xFD]), ("shift_jis", [0x85, 0x40]),
      ("euc-jp", [0x8E]), ("euc-jp", [0x8E, 0xE0]), ("euc-jp", [0x8F, 0xA1]), ("euc-jp", [0x8F, 0xA1, 0xA1]),
      ("euc-jp", [0x80]), ("euc-jp", [0xA1, 0x41]), ("euc-jp", [0xA9, 0xA1]), ("euc-jp", [0xFF, 0xFF]),
      ("iso-2022-jp", [0x80]), ("iso-2022-jp", [0x0E]), ("iso-2022-jp", [0x1B]), ("iso-2022-jp", [0x1B, 0x24, 0x28]),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46]), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x0A]),
      ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x60]), ("utf-16le", [0x41]), ("utf-16le", [0, 0xD8]),
    ] as [(String, [UInt8])]
  )
  func `malformed bytes are an error, and so they are between good ones`(label: String, bytes: [UInt8]) throws {
    #expect(throws: TextFlaw.malformed) { try decode(bytes, label) }
    guard label != "utf-16le" else { return }
    #expect(throws: TextFlaw.malformed) { try decode([0x41] + bytes, label) }
    #expect(try decode([0x41], label) == "A")
  }

  @Test(arguments: ["gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "windows-1255", "utf-16be"])
  func `random bytes are text or an error`(label: String) {
    var random = Generator(7)
    for count in 0..<400 {
      let bytes = (0..<count % 40).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? decode(bytes, label)
      _ = try? decode([0x1B, 0x24, 0x42] + bytes.map { $0 & 0x7F }, label)
    }
  }

  @Test(
    arguments: [
      ("gbk", [0x80]), ("gbk", [0xC4, 0xE3]), ("big5", [0x8E, 0x69]), ("big5", [0x88, 0x62]), ("shift_jis", [0x80]),
      ("euc-jp", [0x8F, 0xB0, 0xA1]), ("euc-jp", [0x8F, 0xB0, 0xA1, 0x41]), ("iso-2022-jp", [0x1B, 0x28, 0x4A, 0x5C]),
    ] as [(String, [UInt8])]
  )
  func `long bodies are read whole`(label: String, bytes: [UInt8]) throws {
    let one = try decode(bytes, label)
    let count = 5_000

    let text = try decode(Array(repeatElement(bytes, count: count).joined()), label)

    #expect(text.unicodeScalars.count == one.unicodeScalars.count * count)
    #expect(text.unicodeScalars.last == one.unicodeScalars.last)
  }
}

/// The labels of the WHATWG Encoding Standard (§4.2).
enum TextEncodingLabels {
  static let all = [
    ("big5", "big5 csbig5 cn-big5 x-x-big5 big5-hkscs"),
    ("euc-jp", "euc-jp x-euc-jp cseucpkdfmtjapanese"),
    ("euc-kr", "korean euc-kr ksc5601 cseuckr ksc_5601 iso-ir-149 windows-949 csksc56011987 ks_c_5601-1987"),
    ("euc-kr", "ks_c_5601-1989"),
    ("gb18030", "gb18030"),
    ("gbk", "gbk x-gbk gb2312 gb_2312 chinese csgb2312 iso-ir-58 gb_2312-80 csiso58gb231280"),
    ("ibm866", "866 cp866 ibm866 csibm866"),
    ("iso-2022-jp", "iso-2022-jp csiso2022jp"),
    ("iso-8859-10", "l6 latin6 iso885910 iso8859-10 iso-ir-157 iso-8859-10 csisolatin6"),
    ("iso-8859-13", "iso885913 iso8859-13 iso-8859-13"),
    ("iso-8859-14", "iso885914 iso8859-14 iso-8859-14"),
    ("iso-8859-15", "l9 iso885915 iso8859-15 iso-8859-15 iso_8859-15 csisolatin9"),
    ("iso-8859-16", "iso-8859-16"),
    ("iso-8859-2", "l2 latin2 iso88592 iso8859-2 iso-ir-101 iso-8859-2 iso_8859-2 csisolatin2 iso_8859-2:1987"),
    ("iso-8859-3", "l3 latin3 iso88593 iso8859-3 iso-8859-3 iso_8859-3 iso-ir-109 csisolatin3 iso_8859-3:1988"),
    ("iso-8859-4", "l4 latin4 iso88594 iso8859-4 iso-ir-110 iso-8859-4 iso_8859-4 csisolatin4 iso_8859-4:1988"),
    ("iso-8859-5", "iso88595 cyrillic iso8859-5 iso-ir-144 iso-8859-5 iso_8859-5 iso_8859-5:1988 csisolatincyrillic"),
    ("iso-8859-6", "arabic ecma-114 iso88596 asmo-708 iso8859-6 iso-8859-6 iso_8859-6 iso-ir-127 csiso88596e"),
    ("iso-8859-6", "csiso88596i iso-8859-6-e iso-8859-6-i iso_8859-6:1987 csisolatinarabic"),
    ("iso-8859-7", "greek greek8 iso88597 ecma-118 elot_928 iso8859-7 iso-ir-126 iso-8859-7 iso_8859-7 sun_eu_greek"),
    ("iso-8859-7", "iso_8859-7:1987 csisolatingreek"),
    ("iso-8859-8", "visual hebrew iso88598 iso8859-8 iso-8859-8 iso_8859-8 iso-ir-138 csiso88598e iso-8859-8-e"),
    ("iso-8859-8", "iso_8859-8:1988 csisolatinhebrew"),
    ("iso-8859-8-i", "logical csiso88598i iso-8859-8-i"),
    ("koi8-r", "koi koi8 koi8-r koi8_r cskoi8r"),
    ("koi8-u", "koi8-u koi8-ru"),
    ("macintosh", "mac macintosh csmacintosh x-mac-roman"),
    ("shift_jis", "sjis ms932 x-sjis ms_kanji shift-jis shift_jis csshiftjis windows-31j"),
    ("utf-16be", "utf-16be unicodefffe"),
    ("utf-16le", "ucs-2 utf-16 unicode utf-16le csunicode unicodefeff iso-10646-ucs-2"),
    ("utf-8", "utf8 utf-8 unicode20utf8 unicode11utf8 x-unicode20utf8 unicode-1-1-utf-8"),
    ("windows-1250", "cp1250 x-cp1250 windows-1250"),
    ("windows-1251", "cp1251 x-cp1251 windows-1251"),
    ("windows-1252", "l1 cp819 ascii latin1 cp1252 ibm819 iso88591 x-cp1252 us-ascii iso8859-1 iso-ir-100 iso-8859-1"),
    ("windows-1252", "iso_8859-1 csisolatin1 windows-1252 ansi_x3.4-1968 iso_8859-1:1987"),
    ("windows-1253", "cp1253 x-cp1253 windows-1253"),
    ("windows-1254", "l5 cp1254 latin5 x-cp1254 iso88599 iso8859-9 iso-ir-148 iso-8859-9 iso_8859-9 csisolatin5"),
    ("windows-1254", "windows-1254 iso_8859-9:1989"),
    ("windows-1255", "cp1255 x-cp1255 windows-1255"),
    ("windows-1256", "cp1256 x-cp1256 windows-1256"),
    ("windows-1257", "cp1257 x-cp1257 windows-1257"),
    ("windows-1258", "cp1258 x-cp1258 windows-1258"),
    ("windows-874", "tis-620 dos-874 iso885911 iso8859-11 iso-8859-11 windows-874"),
    ("x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
    ("x-user-defined", "x-user-defined"),
  ]
}
