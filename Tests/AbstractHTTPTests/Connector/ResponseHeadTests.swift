@testable import AbstractHTTP
import Foundation
import Testing

struct ResponseHeadTests {
  private func head(_ text: String) throws -> ResponseHead {
    var head = ResponseHead()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try Array((line + "\n").utf8).withUnsafeBufferPointer { bytes throws(URLError) in try head.append(bytes) }
    }
    return head
  }

  @Test func `reads the status and the fields, in their order and case`() throws {
    let head = try head(
      "HTTP/1.1 404 Not Found\r\nETag: \"1\"\r\nset-cookie: a=1\r\nSet-Cookie:b=2 \t\r\nX-Empty:\r\n\r"
    )

    #expect(head.isComplete)
    #expect(head.statusCode == 404)
    #expect(head.headers.map(\.name) == ["ETag", "set-cookie", "Set-Cookie", "X-Empty"])
    #expect(head.headers.map(\.value) == ["\"1\"", "a=1", "b=2", ""])
  }

  @Test(arguments: ["HTTP/2 200", "HTTP/1.0 200 ", "HTTP/1.1 200 \u{E9}"])
  func `does without a reason phrase`(line: String) throws {
    #expect(try head(line).statusCode == 200)
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 abc", "HTTP/1.1 099", "ICY 200 OK", "", " "])
  func `refuses what is no status line`(line: String) {
    let error = #expect(throws: URLError.self) { try head(line) }

    #expect(error?.code == .badServerResponse)
  }

  @Test func `passes over interim heads and trailers`() throws {
    let head = try head(
      "HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\nTrailer: 1\r\nHTTP/1.1 500 X\r"
    )

    #expect(head.statusCode == 200)
    #expect(head.headers.map(\.name) == ["A"])
  }

  @Test func `takes 101 for the end`() throws {
    #expect(try head("HTTP/1.1 101 Switching Protocols\r\n\r").isComplete)
  }

  @Test func `joins a folded value`() throws {
    #expect(try head("HTTP/1.1 200 OK\r\nA: 1\r\n  2\r\n\t3\r").headers["A"] == "1 2 3")
  }

  @Test func `passes over what is no field`() throws {
    let head = try head("HTTP/1.1 200 OK\r\n folded\r\nno colon\r\n: no name\r\nna me: 1\r\nname : 1\r\nA: 1\r")

    #expect(head.headers.map(\.name) == ["A"])
  }

  @Test func `is not complete before the empty line`() throws {
    #expect(try !head("HTTP/1.1 200 OK\r\nA: 1\r").isComplete)
  }

  @Test func `has a limit, the interim heads included`() {
    let interim = "HTTP/1.1 103 Early\r\nA: \(String(repeating: "a", count: 1_000))\r\n\r\n"

    let error = #expect(throws: URLError.self) { try head(String(repeating: interim, count: 300)) }

    #expect(error?.code == .badServerResponse)
  }

  @Test func `takes several lines at once`() throws {
    var head = ResponseHead()

    try Array("HTTP/1.1 200 OK\r\nA: 1\r\n\r\n".utf8).withUnsafeBufferPointer { bytes throws(URLError) in
      try head.append(bytes)
    }

    #expect(head.isComplete)
    #expect(head.headers["A"] == "1")
  }
}
