import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ContentDispositionTests {
  private static let names: [(field: String, name: String?)] = [
    (#"attachment; filename="a b.txt""#, "a b.txt"),
    ("attachment; filename=a.txt", "a.txt"),
    ("ATTACHMENT;FileName = a.txt ", "a.txt"),
    ("inline;\tfilename=a.txt; size=7", "a.txt"),
    (#"filename="a.txt""#, "a.txt"),
    (#"attachment; filename="a;b.txt""#, "a;b.txt"),
    (#"attachment; filename="a\"b\\c.txt""#, #"a"b\c.txt"#),
    (#"attachment; filename="a\";b.txt"; size=7"#, #"a";b.txt"#),
    (#"attachment; filename="日本.txt""#, "日本.txt"),
    ("attachment; filename=\"a\u{301}.txt\"", "a\u{301}.txt"),
    ("attachment; filename=\"\u{301}\"; x=y", "\u{301}"),
    ("attachment; filename=a%20b.txt", "a%20b.txt"),
    ("attachment; filename=one; filename=two", "one"),
    ("attachment; filename*=UTF-8''%E2%82%AC%20rates.txt", "€ rates.txt"),
    ("attachment; filename*=utf-8'en'a.txt; filename=b.txt", "a.txt"),
    ("attachment; filename=b.txt; filename*=UTF-8''a%2Fb.txt", "a/b.txt"),
    ("attachment; filename*=iso-8859-1''caf%E9.txt", "café.txt"),
    (#"attachment; filename*="UTF-8''a.txt""#, "a.txt"),
    ("attachment; filename*=UTF-8''it's.txt", "it's.txt"),
    ("attachment; filename*=shift_jis''a.txt; filename=b.txt", "b.txt"),
    ("attachment; filename*=UTF-8''%FF; filename=b.txt", "b.txt"),
    ("attachment; filename*=UTF-8''%4; filename=b.txt", "b.txt"),
    ("attachment; filename*=UTF-8''%zz; filename=b.txt", "b.txt"),
    ("attachment; filename*=UTF-8''%+1; filename=b.txt", "b.txt"),
    ("attachment; filename*=UTF-8; filename=b.txt", "b.txt"),
    ("attachment; filename*=''; filename=b.txt", "b.txt"),
    (#"attachment; filename="unended; size=7"#, "unended; size=7"),
    (#"attachment; filename="ended by a backslash\"#, "ended by a backslash"),
    ("attachment; filename=", ""),
    ("attachment", nil),
    ("attachment; name=a.txt", nil),
    ("attachment; xfilename=a.txt", nil),
    ("", nil),
    (";;;=;=", nil),
  ]

  @Test(arguments: names)
  func `reads the name that a server suggests`(field: String, name: String?) {
    #expect(ContentDisposition.filename(in: field) == name)
  }

  @Test func `a long field is read in one pass`() {
    let field = String(repeating: #"a="\";";"#, count: 100_000) + "filename=b.txt"

    #expect(ContentDisposition.filename(in: field) == "b.txt")
  }
}
