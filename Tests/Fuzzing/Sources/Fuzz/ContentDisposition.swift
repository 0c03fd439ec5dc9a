@testable import AbstractHTTP

extension FuzzTarget {
  /// `Content-Disposition` (RFC 6266), and the name of a file that is made of it.
  static let contentDisposition = FuzzTarget(
    "content-disposition",
    seeds: [
      "attachment; filename=\"a b.txt\"", "attachment; filename*=UTF-8''%e2%82%ac.txt; filename=x",
      "attachment; filename*=iso-8859-1'en'%A3", "inline; filename=\"a\\\"b;c\"; filename=../../etc/passwd",
      "x; filename=\"\u{202E}gpj.exe\"; filename*=UTF-8''%2e%2e%2f", ";;=;\"; filename=.;filename*='", "a; filename=\"",
    ]
  ) { input throws(Broken) in
    for name in [ContentDisposition.filename(in: input.text), input.text] {
      guard let name, let safe = Filename.sanitized(name) else { continue }
      try expect(safe.utf8.count <= Filename.limit && !safe.isEmpty, "a name of \(safe.utf8.count) bytes")
      try expect(safe != "." && safe != "..", "the name leads elsewhere")
      let hasSeparator = safe.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 0x20 }
      try expect(!hasSeparator, "the name has a separator or a control character: \(safe.debugDescription)")
      let again = Filename.sanitized(safe)
      try expect(again == safe, "\(safe.debugDescription) is changed again: \(again.debugDescription)")
    }
  }
}
