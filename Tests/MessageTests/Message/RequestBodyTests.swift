import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RequestBodyTests {
  @Test func `the path of a URL that is no file's is not read`() throws {
    let url = try #require(URL(string: "https://h.test\(#filePath)"))

    #expect(throws: URLError.self) { try OpenFile(url) }
    #expect(throws: URLError.self) { try OpenFile.isRegular(url) }
  }

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

  @Test func `segments can be sent again if all of them can`() {
    let once = BodyStream(once: InputStream(data: Data()), length: 0)

    #expect(RequestBody(segments: [.data(Data()), .file(URL(filePath: "/x"), range: 0..<1)]).isReplayable)
    #expect(RequestBody(segments: [.stream(.empty)]).isReplayable)
    #expect(!RequestBody(segments: [.stream(.empty), .stream(once), .data(Data())]).isReplayable)
  }

  @Test func `has a length where one is known`() {
    let file = URL(filePath: "/x")

    #expect(RequestBody(Data(count: 3)).length == 3)
    #expect(RequestBody(file: file).length == nil)
    #expect(RequestBody(segments: []).length == 0)
    #expect(RequestBody(segments: [.data(Data(count: 3)), .file(file, range: 2..<7), .stream(.empty)]).length == 8)
  }

  @Test(
    arguments: [
      [.file(URL(filePath: "/x"), range: -1..<1)],
      [.stream(BodyStream(length: -1) { InputStream(data: Data()) }), .data(Data(count: 5))],
      [.file(URL(filePath: "/x"), range: 0..<Int64.max), .data(Data(count: 1))],
    ] as [[BodySegment]]
  )
  func `an invalid length is nil, and the body isn't sent`(segments: [BodySegment]) {
    let body = RequestBody(segments: segments)

    #expect(body.length == nil)
    let error = #expect(throws: URLError.self) { try body.data() }
    #expect(error?.code == .dataLengthExceedsMaximum)
  }

  @Test func `is read whole, wherever it is`() throws {
    let file = try TemporaryFile(Data("0123456789".utf8))
    let segments: [BodySegment] = [
      .data(Data("<".utf8)), .file(file.url, range: 3..<6), .stream(.giving(Data("!".utf8))), .data(Data(">".utf8)),
    ]

    #expect(try RequestBody(Data("a".utf8)).data() == Data("a".utf8))
    #expect(try RequestBody(file: file.url).data() == Data("0123456789".utf8))
    #expect(try RequestBody(segments: segments).data() == Data("<345!>".utf8))
  }

  @Test func `has no type unless it is given one`() {
    #expect(RequestBody(Data()).contentType == nil)
    #expect(RequestBody(file: URL(filePath: "/x")).contentType == nil)
  }
}
