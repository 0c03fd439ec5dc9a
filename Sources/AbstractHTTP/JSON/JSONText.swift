/// The bytes of a JSON text, as UTF-8.
///
/// A text in UTF-16 or UTF-32 is recognized by its byte order mark, or by the positions of its zero bytes (RFC 4627
/// §3). A byte order mark is skipped (RFC 8259 §8.1).
enum JSONText {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the start of a text in UTF-8, after a byte order mark.
  static func start(of utf8: UnsafeBufferPointer<UInt8>) -> Int { utf8.starts(with: mark) ? mark.count : 0 }

  /// Calls a closure with the bytes of the text in UTF-8.
  static func withUTF8<Output>(
    of bytes: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Output
  ) throws(JSONError) -> Output {
    guard let encoding = Encoding(bytes) else { return try body(bytes) }
    let utf8 = encoding.utf8(of: bytes)
    guard utf8.isValid else {
      let flaw = JSONFlaw(reason: "invalid UTF-\(encoding.unitLength * 8)", offset: utf8.bytes.count)
      throw utf8.bytes.withUnsafeBufferPointer { flaw.error(in: $0) }
    }
    let result = utf8.bytes.withUnsafeBufferPointer { utf8 in
      Result { () throws(JSONError) in try body(utf8) }
    }
    return try result.get()
  }

  private struct Encoding {
    let unitLength: Int
    let isBigEndian: Bool

    /// Detects the encoding; `nil` for UTF-8.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      let start = Array(bytes.prefix(4)) + [1, 1, 1, 1].dropFirst(bytes.count)
      switch (start[0], start[1], start[2], start[3]) {
      case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): (unitLength, isBigEndian) = (4, true)
      case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): (unitLength, isBigEndian) = (4, false)
      case (0xFE, 0xFF, _, _), (0, 1..., _, _): (unitLength, isBigEndian) = (2, true)
      case (0xFF, 0xFE, _, _), (1..., 0, _, _): (unitLength, isBigEndian) = (2, false)
      default: return nil
      }
    }

    /// Decodes the bytes to UTF-8, up to the first invalid character.
    func utf8(of bytes: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], isValid: Bool) {
      let units = stride(from: 0, to: bytes.count - bytes.count % unitLength, by: unitLength).lazy.map { start in
        (0..<unitLength).reduce(UInt32(0)) { unit, place in
          unit << 8 | UInt32(bytes[start + (isBigEndian ? place : unitLength - 1 - place)])
        }
      }
      var utf8: [UInt8] = []
      let isInvalid =
        unitLength == 4
        ? transcode(units.makeIterator(), from: UTF32.self, to: UTF8.self, stoppingOnError: true) { utf8.append($0) }
        : transcode(
          units.map { UInt16(truncatingIfNeeded: $0) }.makeIterator(),
          from: UTF16.self,
          to: UTF8.self,
          stoppingOnError: true
        ) { utf8.append($0) }
      return (utf8, !isInvalid && bytes.count % unitLength == 0)
    }
  }
}
