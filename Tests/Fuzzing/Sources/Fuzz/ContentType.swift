@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// A `Content-Type` with its character set, and a body after the first line.
  static let contentType = FuzzTarget(
    "content-type",
    seeds: [
      "text/plain; charset=utf-8\nbody", "text/html;charset=\"ISO-8859-1\"\n\u{E9}", "text/plain; charset=utf-16\n\0a",
      "text/plain; charset=shift_jis\nabc", "text/plain; x=\"a;b\"; charset='utf-8'\nabc", "a/b; charset=gb18030\nabc",
      "a/b;charset=x-sjis;charset=utf-32le\na\0\0\0", "a.tar.gz\n", ";;;charset=;charset\n",
    ],
    bytes: [
      Array("a/b;charset=utf-16\n".utf8) + [0xFF, 0xFE, 0x3D, 0xD8], Array("\n".utf8) + [0xEF, 0xBB, 0xBF, 0x41],
    ]
  ) { input throws(Broken) in
    let (type, body) = input.firstLineAndRest
    try expect(!MIMEType.ofFile(type.text).isEmpty, "a file has no type")
    let response = Response(headers: ["Content-Type": type.text], data: Data(body))
    // A byte becomes one character at most, of four bytes at most.
    if let text = try? response.text() { try expect(text.utf8.count <= 4 * body.count + 4, "the text is too long") }
    guard let text = try? response.text(encoding: .utf8) else { return }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    try expect(Array(text.utf8) == body || mark + Array(text.utf8) == body, "the text is not that of the body")
  }
}
