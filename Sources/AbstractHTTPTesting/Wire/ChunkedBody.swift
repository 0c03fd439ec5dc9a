import AbstractHTTP
import Foundation

/// A chunked body (RFC 9112 §7.1).
struct ChunkedBody {
  private enum Place {
    case size
    case data(missing: Int)
    case dataEnd
    case trailers
  }

  private(set) var data = Data()
  private(set) var trailers: HTTPHeaders = [:]
  private let limits: RequestParser.Limits
  private var place = Place.size
  private var trailerBytes = 0

  init(limits: RequestParser.Limits) { self.limits = limits }

  /// Continues to read.
  ///
  /// - Returns: Whether the body has ended.
  mutating func read(_ input: inout InputBuffer) throws(Refusal) -> Bool {
    while true {
      switch place {
      case .size:
        guard let line = try line(&input) else { return false }
        let size = try size(line)
        guard data.count + size <= limits.body else { throw Refusal(status: 413) }
        place = size == 0 ? .trailers : .data(missing: size)
      case .data(let missing):
        let bytes = input.take(missing)
        data.append(bytes)
        place = bytes.count == missing ? .dataEnd : .data(missing: missing - bytes.count)
        if bytes.count < missing { return false }
      case .dataEnd:
        guard input.count >= 2 else { return false }
        guard input.skip(Array("\r\n".utf8)) else { throw Refusal(status: 400) }
        place = .size
      case .trailers:
        guard let line = try line(&input) else { return false }
        if line.isEmpty { return true }
        try append(line)
      }
    }
  }

  private func line(_ input: inout InputBuffer) throws(Refusal) -> ArraySlice<UInt8>? {
    guard let line = input.take(before: Array("\r\n".utf8)) else {
      if input.count > limits.head { throw Refusal(status: 431) }
      return nil
    }
    return line
  }

  private mutating func append(_ line: ArraySlice<UInt8>) throws(Refusal) {
    trailerBytes += line.count
    guard trailerBytes <= limits.head else { throw Refusal(status: 431) }
    let field = try RequestHead.field(line)
    trailers.append(field.value, for: field.name)
  }

  private func size(_ line: ArraySlice<UInt8>) throws(Refusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmed
    guard !digits.isEmpty, digits.allSatisfy(isHexDigit) else { throw Refusal(status: 400) }
    guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size <= limits.body else {
      throw Refusal(status: 413)
    }
    return size
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    UnicodeScalar(byte).properties.isASCIIHexDigit
  }
}
