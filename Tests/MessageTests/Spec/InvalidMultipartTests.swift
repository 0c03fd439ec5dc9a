import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

/// Forms that make no body.
struct InvalidMultipartTests {
  @Test(arguments: ["a/b\r\nX: 1", "a/b\n", "a\0", ""])
  func `no header gets in by a MIME type`(mimeType: String) {
    let form: MultipartFormData = [.data(Data(), name: "n", mimeType: mimeType)]

    #expect(throws: InvalidMultipart.headerValue(name: "Content-Type", part: "n")) { try form.content() }
  }

  @Test(arguments: ["1\r\nX: 2", "1\n2", "\u{7F}", ""])
  func `no header gets in by another's value`(value: String) {
    let form: MultipartFormData = [.text("", name: "n").header("Y", value)]

    #expect(throws: InvalidMultipart.headerValue(name: "Y", part: "n")) { try form.content() }
  }

  @Test(arguments: ["", "a b", "a:", "a\r\nb", "é", "content-disposition", "CONTENT-TYPE"])
  func `a header's name is a token, and none of its own`(name: String) {
    let form: MultipartFormData = [.text("", name: "n").header(name, "1")]

    #expect(throws: InvalidMultipart.headerName(name, part: "n")) { try form.content() }
  }

  @Test(arguments: [("https://example.com/a.png", "n"), ("file:///dev/null", "n")])
  func `a file part is a file`(url: String, part: String) throws {
    let url = try #require(URL(string: url))

    #expect(throws: InvalidMultipart.notFile(url, part: part)) {
      try MultipartFormData([.file(url, name: part)]).content()
    }
  }

  @Test func `a missing file and a directory are distinct URLErrors`() {
    let missing: MultipartFormData = [.file(URL(filePath: "/nowhere/at/all"), name: "n")]
    let directory: MultipartFormData = [.file(FileManager.default.temporaryDirectory, name: "n")]

    let first = #expect(throws: URLError.self) { try missing.content() }
    let second = #expect(throws: URLError.self) { try directory.content() }

    #expect(first?.code == .fileDoesNotExist)
    #expect(first?.localizedDescription.contains("/nowhere/at/all") == true)
    #expect(second?.code == .fileIsDirectory)
  }

  @Test(arguments: [[-1], [.min], [.max, 1], [.max, .max]] as [[Int64]])
  func `lengths that cannot be are refused`(lengths: [Int64]) {
    let streams = lengths.map { length in BodyStream(length: length) { InputStream(data: Data()) } }
    let form = MultipartFormData(streams.map { .stream($0, name: "n") })

    #expect(throws: InvalidMultipart.length(part: "n")) { try form.content() }
  }

  @Test func `fails a connection with invalidRequest, and nothing is sent`() async throws {
    struct Upload: ConnectionSpec {
      typealias ResponseModel = Void
      let url = "http://127.0.0.1/"
      let httpMethod = HTTPMethod.post

      func content() throws -> RequestBody? {
        try MultipartFormData([.file(URL(filePath: "/nowhere/at/all"), name: "n")]).content()
      }
    }
    let stub = StubConnector(Response())
    let connection = Connection(Upload())
    connection.httpConnector = stub
    connection.callbackInMainThread = false

    let error = connection.start().settled?.errorInfo?.error

    #expect(error?.type == .invalidRequest)
    #expect((error?.nativeError as? URLError)?.code == .fileDoesNotExist)
    #expect(stub.requestCount == 0)
  }

  @Test func `says what is wrong, without what may be a secret`() {
    let cases: [(InvalidMultipart, String)] = [
      (.boundary("a\"b"), #"the boundary "a\"b" is not allowed"#),
      (.boundaryOccurs(part: "p"), #"the boundary occurs in the data of the part "p""#),
      (.headerName("A: 1", part: "p"), #"the part "p" cannot have the header "A""#),
      (.headerValue(name: "A", part: "p"), #"the header A of the part "p" cannot be written"#),
      (
        .notFile(URL(filePath: "/dev/null"), part: "p"), #"file:///dev/null, the part "p", is not a file"#
      ),
      (.length(part: "p"), #"the length of the part "p" is negative, or makes the body too long"#),
    ]

    for (error, words) in cases { #expect("\(error)" == words) }
  }
}
