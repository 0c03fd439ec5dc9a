import AbstractHTTP
import Testing

@testable import AbstractHTTPTesting
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RequestParserTests {
  private static let stream = Array(
    """
    \r
    GET /a?b HTTP/1.1\r
    Host: x\r
    \r
    POST /b HTTP/1.1\r
    Content-Length: 4\r
    \r
    body\
    PUT /c HTTP/1.1\r
    Transfer-Encoding: chunked\r
    \r
    3;x=y\r
    abc\r
    00002\r
    de\r
    0\r
    T: 1\r
    \r
    GET /d HTTP/1.0\r
    \r

    """.utf8
  )

  @Test(arguments: -1...4, [1, 3, 1_000])
  func `the limit of a head holds to the byte, however its bytes are cut`(excess: Int, size: Int) throws {
    let start = "GET / HTTP/1.1\r\nA: "
    let head = start + String(repeating: "a", count: 100 + excess - start.utf8.count)
    let bytes = Array((head + "\r\n\r\n").utf8)
    var parser = RequestParser(limits: .init(head: 100))
    var isRead = false

    let refusal = Result<Void, Refusal> { () throws(Refusal) in
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { parser.append($0) }
        if case .request? = try parser.next() { isRead = true }
      }
    }

    #expect(isRead == (excess <= 0))
    #expect(refusal.isFailure == (excess > 0))
  }

  /// Feeds the stream in pieces of that size.
  private func requests(in bytes: [UInt8], by size: Int, isWhole: Bool = true) throws -> [ReceivedRequest] {
    var parser = RequestParser()
    var requests: [ReceivedRequest] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { parser.append($0) }
      while case .request(let request)? = try parser.next() { requests.append(request) }
    }
    #expect(!isWhole || parser.pending == 0)
    return requests
  }

  @Test(arguments: 1...stream.count)
  func `the same requests come out however the bytes are cut`(size: Int) throws {
    let requests = try requests(in: Self.stream, by: size)

    #expect(requests.map(\.target) == ["/a?b", "/b", "/c", "/d"])
    #expect(requests.map(\.text) == ["", "body", "abcde", ""])
    #expect(requests[2].trailers == ["T": "1"])
  }

  @Test func `a head that comes byte by byte is searched once`() throws {
    let line = String(repeating: "\n", count: 60_000)

    let requests = try requests(in: Array("GET / HTTP/1.1\r\nA:".utf8) + Array(line.utf8), by: 1, isWhole: false)

    #expect(requests.isEmpty)
  }

  @Test func `a chunk that comes in small pieces is copied once`() throws {
    let size = 8_000_000
    let head = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(String(size, radix: 16))\r\n"
    let stream = Array(head.utf8) + Array(repeating: 0x61, count: size) + Array("\r\n0\r\n\r\n".utf8)

    let requests = try requests(in: stream, by: 100)

    #expect(requests.map(\.body.count) == [size])
  }

  @Test func `bodies up to the limit are taken, and not a byte more`() throws {
    var parser = RequestParser(limits: RequestParser.Limits(head: 100, body: 4))
    let chunked = Array("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n".utf8)
    chunked.withUnsafeBytes { parser.append($0) }
    #expect(try parser.next() == nil)
    Array("1\r\n".utf8).withUnsafeBytes { parser.append($0) }

    #expect(throws: Refusal(status: 413)) { try parser.next() }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
