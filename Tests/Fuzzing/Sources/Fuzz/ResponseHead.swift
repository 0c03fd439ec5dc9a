@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// The head of a response, as libcurl hands it over: whole lines, however many at once (RFC 9112 §2.1).
  static let responseHead = FuzzTarget(
    "response-head",
    seeds: [
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\nDate: x\r\n\r\nTrailer: y\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\tagain\r\n\r\n", "HTTP/1.1 200 OK\r\n Date: x\r\n\r\n",
      "HTTP/2 404\r\nset-cookie: a=b\r\nset-cookie: c=d\r\n\r\n", "HTTP/1.1 200 OK\nContent-Length: 4, 4\n\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "HTTP/1.0 99 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length : 5\r\nX: \u{00E9}\r\nY:\r\n\r\n",
    ],
    bytes: [Array("HTTP/1.1 200 \u{0}\r\nA: ".utf8) + [0xE9, 0xFF, 0x0D, 0x0D, 0x0A, 0x0D, 0x0A]]
  ) { input throws(Broken) in
    let (whole, byLine) = (Head(input), Head(lines: input))
    try expect(whole == byLine, "the head depends on how it is cut: \(whole), \(byLine)")
    guard let fields = whole.fields else { return }
    try expect(whole.statusCode == 0 || (100...999).contains(whole.statusCode), "the status is \(whole.statusCode)")
    for field in fields {
      try expect(HTTPToken.isToken(field.name), "the name of a field is no token: \(field.name.debugDescription)")
      let isLine = !field.value.utf8.contains(UInt8(ascii: "\n"))
      try expect(isLine, "the value of a field has a line break in it: \(field.value.debugDescription)")
    }
    try expect(fields.reduce(0) { $0 + $1.name.utf8.count } <= input.count, "the names are longer than the input")
  }
}

/// What is read of a head; no fields if it is refused.
private struct Head: Hashable {
  var statusCode = 0
  var fields: [HTTPHeaders.Field]?

  init(_ input: [UInt8]) { self.init([input[...]]) }

  init(lines input: [UInt8]) {
    var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    self.init(lines.map { $0 + [UInt8(ascii: "\n")] } + (last.isEmpty ? [] : [last]))
  }

  private init(_ pieces: [ArraySlice<UInt8>]) {
    var head = ResponseHead()
    for piece in pieces {
      let isRefused = piece.withUnsafeBufferPointer { bytes in
        do throws(URLError) {
          try head.append(bytes)
          return false
        } catch {
          return true
        }
      }
      if isRefused { return }
    }
    statusCode = head.statusCode
    fields = Array(head.headers)
  }
}
