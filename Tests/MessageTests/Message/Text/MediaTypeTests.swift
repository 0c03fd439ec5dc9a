import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct MediaTypeTests {
  @Test(arguments: [
    ("text/html;charset=gbk", "gbk"), ("text/html; Charset=GBK", "GBK"), ("text/html ;charset=gbk ", "gbk"),
    (#"text/html;charset="gbk""#, "gbk"), (#"text/html;charset="g\bk""#, "gbk"),
    (#"text/html;charset="gbk"x;y=1"#, "gbk"),
    (#"text/html;charset="a;b=\"c\\""#, #"a;b="c\"#), (#"text/html;charset="gbk"#, "gbk"),
    (#"text/html;charset="gbk\"#, #"gbk\"#),
    ("text/html;charset=gbk;charset=big5", "gbk"), ("text/html;charset=;charset=big5", "big5"),
    (#"text/html;x=";charset=big5";charset=gbk"#, "gbk"), ("text/html;;;charset=gbk", "gbk"),
    ("text/html;charset;charset=gbk", "gbk"), ("text/html;x=1;charset=gbk=2", "gbk=2"),
    ("text/html;ch arset=big5;charset=gbk", "gbk"), (";charset=gbk", "gbk"),
    ("text/html", nil), ("text/html;", nil), ("text/html;charset", nil), ("text/html;charset=", nil),
    (#"text/html;charset="""#, nil), ("", nil), (";", nil), ("charset=gbk", nil),
  ])
  func `a parameter is read by the grammar`(type: String, charset: String?) {
    #expect(MediaType(type)["charset"] == charset)
  }

  @Test func `the essence is in lower case, without the parameters`() {
    #expect(MediaType(" Text/HTML ; a=b").essence == "text/html")
  }

  @Test func `a very long field takes no more than its length`() {
    let quotes = MediaType("text/html;" + String(repeating: #"a="\";"#, count: 50_000))
    let names = MediaType("text/html;" + String(repeating: ";=;charset", count: 50_000) + ";charset=gbk")

    #expect(quotes["charset"] == nil)
    #expect(names["charset"] == "gbk")
  }
}
