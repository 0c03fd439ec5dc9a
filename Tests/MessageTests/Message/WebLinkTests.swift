import AbstractHTTP
import Foundation
import Testing

struct WebLinkTests {
  private func response(_ fields: String...) -> Response {
    var headers = HTTPHeaders()
    for field in fields { headers.append(field, for: "Link") }
    return Response(headers: headers, url: URL(string: "https://a.test/list/items?page=1"))
  }

  @Test(arguments: [
    ("<https://a.test/2>; rel=\"next\"", "https://a.test/2"), ("</2>;rel=next", "https://a.test/2"),
    ("<?page=2>; rel=\"next\"", "https://a.test/list/items?page=2"), ("<2>; REL=NEXT", "https://a.test/list/2"),
    ("</1>; rel=prev, </2>; rel=next", "https://a.test/2"), ("</2>; rel=\"prev  next\"", "https://a.test/2"),
    ("</2> ; title=\"a, \\\"b\\\"; rel=x\" ; rel = next", "https://a.test/2"),
    ("</a,b>; rel=next", "https://a.test/a,b"),
    (" , ,</2>; foo; rel=next,", "https://a.test/2"), ("</2>; rel=next; rel=prev", "https://a.test/2"),
  ])
  func `the next page is found`(field: String, url: String) {
    #expect(response(field).link("next")?.absoluteString == url)
  }

  @Test(arguments: [
    "", "</2>", "</2>; rel=prev", "</2; rel=next", "2; rel=next", "</2>; rel=next2", "</2>; anchor=\"#a\"; rel=next",
    "</2>; rel=\"next", "</2>; title=rel=next", "</2>; rel=prev; rel=next", "<ftp://a.test/>; rel=next",
    "</2>\u{0}; rel=next",
  ])
  func `what is no link to the next page is none`(field: String) {
    #expect(response(field).link("next") == nil)
  }

  @Test func `the links of all fields are read, with their parameters`() {
    let links = response("</1>; rel=first; title=One", "</2>; rel=\"next last\"").links

    #expect(links.map(\.target) == ["/1", "/2"])
    #expect(links.map(\.relations) == [["first"], ["next", "last"]])
    #expect(links.first?.parameters == ["rel": "first", "title": "One"])
  }
}
