import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ResponseFileTests {
  private static let names: [(disposition: String?, path: String, name: String)] = [
    ("attachment; filename=a.txt", "/b.txt", "a.txt"),
    (#"attachment; filename="../../a.txt""#, "/b.txt", "a.txt"),
    ("attachment; filename*=UTF-8''..%2F%2Fa.txt", "/b.txt", "a.txt"),
    ("attachment; filename=..", "/b.txt", "b.txt"),
    ("attachment", "/b.txt", "b.txt"),
    (nil, "/a/b.txt?c=d/e.txt#f", "b.txt"),
    (nil, "/a/%E6%97%A5%20b.txt", "日 b.txt"),
    (nil, "/a/..%2F..%2Fb.txt", "b.txt"),
    (nil, "/a/%2E%2E", "download"),
    (nil, "/a/", "a"),
    (nil, "/", "download"),
    (nil, "", "download"),
  ]

  @Test(arguments: names)
  func `suggests a name by the header, else by the address`(disposition: String?, path: String, name: String) {
    var response = Response(url: URL(string: "http://h.test" + path))
    response.headers["Content-Disposition"] = disposition

    #expect(response.suggestedFilename == name)
  }

  @Test func `of several headers the first suggests the name`() {
    var response = Response()
    response.headers.append("attachment; filename=a.txt", for: "Content-Disposition")
    response.headers.append("attachment; filename=b.txt", for: "Content-Disposition")

    #expect(response.suggestedFilename == "a.txt")
  }

  @Test func `the contents are the data, or those of the file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("from the file", to: "a")

    #expect(try Response(data: Data("in memory".utf8)).contents() == Data("in memory".utf8))
    #expect(try Response(file: folder.file("a")).contents() == Data("from the file".utf8))
    #expect(throws: (any Error).self) { try Response(file: folder.file("none")).contents() }
  }

  @Test func `the file and the request are kept side by side`() throws {
    let (file, request) = (URL(filePath: "/a"), try Request("http://h.test/"))
    var response = Response(request: request)

    response.file = file
    #expect(response.request == request && response.file == file)
    response.request = nil
    #expect(response.request == nil && response.file == file)
    response.file = nil
    #expect(response == Response())
    #expect(Response(file: file) != Response())
    #expect(Response(file: file).hashValue == Response(file: file).hashValue)
  }

  @Test func `prints the name of its file, and not the way there`() {
    let response = Response(headers: ["Content-Type": "text/plain"], file: URL(filePath: "/home/ada/a.txt"))

    #expect(response.description == "200 text/plain (file a.txt)")
  }
}
