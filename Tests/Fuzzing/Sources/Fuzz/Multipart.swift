@testable import AbstractHTTPTesting
import Foundation

extension FuzzTarget {
  /// Multipart bodies (RFC 2046 §5.1) as the loopback server reads them; the first line is the boundary.
  static let multipart = FuzzTarget(
    "multipart",
    seeds: [
      "x\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n\r\n2\r\n--x--\r\n",
      "x\npreamble\r\n--x  \r\nContent-Disposition: form-data; name=a; filename=\"%22b%0D\"\r\n\r\n\r\n--x--",
      "\n--\r\n\r\n----", "x\n--x--", "x\n--x\r\n--x\r\n--x--", "x\n--x\r\nno colon\r\n\r\n\r\n--x--",
    ]
  ) { input throws(Broken) in
    let (boundary, body) = input.firstLineAndRest
    guard let parts = MultipartReader(boundary: boundary.text).parts(of: Data(body)) else { return }
    let size = parts.reduce(0) { $0 + $1.body.count }
    try expect(size <= body.count && parts.count <= body.count, "the parts are longer than the body")
    _ = HeaderParameters(body.text)["name"]
    try checkReading(back: body)
  }

  /// The input, as a part of a form whose boundary it does not have, is read back.
  private static func checkReading(back input: [UInt8]) throws(Broken) {
    let boundary = "a-boundary-of-its-own"
    guard !input.text.contains(boundary) else { return }
    let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
    let form = Data(head.utf8) + Data(input) + Data("\r\n--\(boundary)--\r\n".utf8)
    let parts = MultipartReader(boundary: boundary).parts(of: form)
    try expect(parts?.map(\.body) == [Data(input)], "a part is not read back")
  }
}
