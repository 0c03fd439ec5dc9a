import AbstractHTTP
import Foundation
import Testing

struct RequestBodyTests {
  @Test func `data can be sent again`() {
    let body = RequestBody(Data("a".utf8), contentType: "text/plain")

    #expect(body.content == .data(Data("a".utf8)))
    #expect(body.contentType == "text/plain")
    #expect(body.isReplayable)
  }

  @Test func `a file can be sent again, unless it is said that it cannot`() {
    let file = URL(filePath: "/tmp/pipe")

    #expect(RequestBody(file: file).isReplayable)
    #expect(!RequestBody(file: file, isReplayable: false).isReplayable)
    #expect(RequestBody(file: file).content == .file(file))
  }

  @Test func `has no type unless it is given one`() {
    #expect(RequestBody(Data()).contentType == nil)
    #expect(RequestBody(file: URL(filePath: "/x")).contentType == nil)
  }
}
