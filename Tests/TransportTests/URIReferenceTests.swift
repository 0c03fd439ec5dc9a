@testable import AbstractHTTP
import Testing
@testable import TestSupport

struct URIReferenceTests {
  /// The examples of RFC 3986 §5.4, as far as a server may mean them, with `http://a/b/c/d;p?q` as the base.
  private static let examples = [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("g:h", "g:h"),
    ("https://x/y/../z?a#b", "https://x/z?a#b"), ("a//b", "http://a/b/c/a//b"),
  ]

  @Test(arguments: examples)
  func `is resolved as RFC 3986 says`(reference: String, absolute: String) throws {
    let base = try HTTPAddress("http://a/b/c/d;p?q")

    #expect(URIReference(reference).resolved(against: base) == absolute)
  }

  @Test func `is resolved against a base without a path`() throws {
    let base = try HTTPAddress("https://a")

    #expect(URIReference("g").resolved(against: base) == "https://a/g")
    #expect(URIReference("?y").resolved(against: base) == "https://a/?y")
  }
}
