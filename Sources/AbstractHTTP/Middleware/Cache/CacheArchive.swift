public import Foundation

/// Serializes stored responses, with a mark that includes the version, a checksum, the address, and the responses one
/// after the other.
enum CacheArchive {
  /// A mark that ends with the version.
  private static let mark = Array("AHCache1".utf8)

  static func pack(_ responses: [StoredResponse], for url: String) -> [UInt8] {
    var writer = CacheWriter()
    writer.write(url)
    writer.write(UInt64(responses.count))
    for response in responses { writer.write(response) }
    var bytes = mark
    bytes.reserveCapacity(writer.bytes.count + 16)
    bytes += CacheWriter.littleEndian(checksum(of: writer.bytes[...]))
    return bytes + writer.bytes
  }

  /// Reads packed bytes; `nil` for any other bytes.
  static func unpack(_ bytes: [UInt8]) -> (url: String, responses: [StoredResponse])? {
    guard bytes.starts(with: mark) else { return nil }
    var reader = CacheReader(bytes[mark.count...])
    guard let sum = reader.number(), sum == checksum(of: reader.rest), let url = reader.text(),
      let count = reader.number()
    else { return nil }
    var responses: [StoredResponse] = []
    for _ in 0..<min(count, UInt64(bytes.count)) {
      guard let response = reader.response() else { return nil }
      responses.append(response)
    }
    return reader.rest.isEmpty ? (url, responses) : nil
  }

  /// Detects damaged bytes. Each step is reversible, so that the change of a single word is always detected.
  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var sum = UInt64(buffer.count) &* 0x9E37_79B9_7F4A_7C15
      let whole = buffer.count / 8 * 8
      for place in stride(from: 0, to: whole, by: 8) {
        sum = mixed(sum, UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      }
      for byte in buffer[whole...] { sum = mixed(sum, UInt64(byte)) }
      return sum
    }
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
    return product ^ (product >> 29)
  }
}

extension StoredResponse {
  /// The serialized response, which contains credentials only as salted digests.
  public var bytes: Data { Data(CacheArchive.pack([self], for: "")) }

  /// Creates a response from ``bytes``; `nil` if they are damaged, or of another version.
  public init?(bytes: Data) {
    guard let responses = CacheArchive.unpack(Array(bytes))?.responses, responses.count == 1 else { return nil }
    self = responses[0]
  }
}
