@testable import AbstractHTTPTesting

extension FuzzTarget {
  /// Requests as the loopback server reads them, with bodies of either framing (RFC 9112 §7.1). The first byte says how
  /// the rest is cut.
  static let chunks = FuzzTarget(
    "chunks",
    seeds: [
      "\u{1}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n",
      "\u{3}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nA;x=\"y\"\r\n0123456789\r\n0\r\nA: b\r\n\r\n",
      "\u{7}POST /a HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n12345GET / HTTP/1.1\r\n\r\n",
      "\u{2}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\n12345\r\n",
      "\u{2}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n12345\r\n",
    ]
  ) { input throws(Broken) in
    let bytes = Array(input.dropFirst())
    let whole = Exchange(bytes, cut: max(1, bytes.count))
    let pieces = Exchange(bytes, cut: max(1, Int(input.first ?? 1)))
    try expect(whole == pieces, "what is read depends on how the bytes are cut")
    try expect(whole.bodies.reduce(0) { $0 + $1.count } <= bytes.count, "the bodies are longer than the input")
  }
}

/// What is read of a connection.
private struct Exchange: Equatable {
  var targets: [String] = []
  var bodies: [[UInt8]] = []
  var status: Int?

  init(_ bytes: [UInt8], cut: Int) {
    var parser = RequestParser()
    for start in stride(from: 0, to: bytes.count, by: cut) {
      bytes[start..<min(start + cut, bytes.count)].withUnsafeBytes { parser.append($0) }
      guard read(&parser) else { return }
    }
  }

  /// - Returns: Whether to go on.
  private mutating func read(_ parser: inout RequestParser) -> Bool {
    do throws(Refusal) {
      while let event = try parser.next() {
        guard case .request(let request) = event else { continue }
        targets.append(request.target)
        bodies.append(Array(request.body))
      }
      return true
    } catch {
      status = error.status
      return false
    }
  }
}
