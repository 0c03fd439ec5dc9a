@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

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

  @Test func `passes over a field whose name is not a token`() throws {
    let head = try head("HTTP/1.1 200 OK\r\nna me: 1\r\nnäme: 1\r\nA: 1\r")

    #expect(head.headers.map(\.name) == ["A"])
  }

  @Test(arguments: [
    "A : 1", "A\t: 1", "no colon", ": no name", " continues nothing", "A: 1\r2", "A: 1\r", "A: \u{0}", "A\u{0}: 1",
  ])
  func `refuses a malformed line, and quotes it escaped`(line: String) {
    let error = #expect(throws: URLError.self) { try head("HTTP/1.1 200 OK\r\n\(line)\r\nB: 1\r") }
    let words = error?.userInfo[NSLocalizedDescriptionKey] as? String

    #expect(error?.code == .badServerResponse)
    #expect(words?.contains(line.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()) == true)
    #expect(words?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test func `does not quote a secret`() {
    let error = #expect(throws: URLError.self) { try head("HTTP/1.1 200 OK\r\nSet-Cookie : hunter2\r") }

    #expect(error.map { "\($0.userInfo)".contains("hunter2") } == false)
  }

  @Test(arguments: [
    ("4", 4), ("04", 4), ("4, 4", 4), ("4,04", 4), ("0", 0), ("000", 0), ("9223372036854775807", Int64.max),
    ("9223372036854775808", nil), ("99999999999999999999999", nil),
  ])
  func `reads a length that is one decimal number`(value: String, length: Int64?) throws {
    #expect(try head("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r").contentLength == length)
  }

  @Test(arguments: ["4, 5", "0x4", "-4", "+4", "4 4", "4.0", "four", "", "4,", "４", "4, 4, 5"])
  func `refuses a length that is not one decimal number`(value: String) {
    let error = #expect(throws: URLError.self) { try head("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r") }

    #expect(error?.code == .badServerResponse)
  }

  @Test func `compares the lengths of several fields, and none where chunks tell the end`() throws {
    let chunked = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nContent-Length: x\r\n\r"

    #expect(throws: URLError.self) {
      try head("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r")
    }
    #expect(try head("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r").contentLength == 4)
    #expect(try head(chunked).contentLength == nil)
  }

  @Test func `is not complete before the empty line`() throws {
    #expect(try !head("HTTP/1.1 200 OK\r\nA: 1\r").isComplete)
  }

  /// Heads of one kind of line, as many of them as are asked for.
  enum Flood: String, CaseIterable {
    case fields, folds, interimHeads, trailers

    func head(_ count: Int, value: String = "1") -> String {
      let start = "HTTP/1.1 200 OK\r\nA: 1\r\n"
      let lines = { (line: String) in String(repeating: line, count: count) }
      return switch self {
      case .fields: start + lines("A: \(value)\r\n")
      case .folds: start + lines(" \(value)\r\n")
      case .interimHeads: lines("HTTP/1.1 103 Early\r\nA: \(value)\r\n\r\n") + start
      case .trailers: start + "\r\n" + lines("A: \(value)\r\n")
      }
    }
  }

  @Test(arguments: Flood.allCases)
  func `has a limit of lines, those of interim heads and trailers included`(flood: Flood) throws {
    let error = #expect(throws: URLError.self) { try head(flood.head(1_000)) }

    #expect(error?.code == .badServerResponse)
    #expect(throws: Never.self) { try head(flood.head(330)) }
  }

  @Test(arguments: Flood.allCases)
  func `has a limit of bytes, those of interim heads and trailers included`(flood: Flood) {
    let value = String(repeating: "a", count: 1_000)

    let error = #expect(throws: URLError.self) { try head(flood.head(280, value: value)) }

    #expect(error?.code == .badServerResponse)
    #expect(throws: Never.self) { try head(flood.head(200, value: value)) }
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
