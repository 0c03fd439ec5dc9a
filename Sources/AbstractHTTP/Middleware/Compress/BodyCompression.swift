public import Foundation

#if os(Linux)
  import CLibcurl
#endif

/// A content coding that ``Middleware/compress(_:atLeast:)`` applies to the bodies of requests (RFC 9110 §8.4.1).
public enum BodyCompression: String, Sendable, Hashable, CaseIterable {
  /// gzip (RFC 1952), which most servers support.
  case gzip
  /// The format of zlib (RFC 1950).
  case deflate

  /// Compresses data.
  ///
  /// - Returns: The compressed data; `nil` if it isn't shorter, or this system has no zlib.
  public func compressed(_ data: Data) -> Data? {
    // A header and a trailer surround the compressed bytes.
    let frame = self == .gzip ? 18 : 6
    guard data.count > frame, let body = Self.deflated(data, atMost: data.count - frame - 1) else { return nil }
    switch self {
    case .gzip:
      return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]) + body + Self.bytes(Checksum.crc32(of: data).littleEndian)
        + Self.bytes(UInt32(truncatingIfNeeded: data.count).littleEndian)
    case .deflate:
      return Data([0x78, 0x9C]) + body + Self.bytes(Checksum.adler32(of: data).bigEndian)
    }
  }

  private static func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number) { Data($0) } }

  /// Returns a stream of deflate (RFC 1951); `nil` if it is longer than a limit.
  private static func deflated(_ data: Data, atMost limit: Int) -> Data? {
    #if os(Linux)
      let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: limit)
      defer { output.deallocate() }
      let count = data.withUnsafeBytes { input in
        guard let from = input.bindMemory(to: UInt8.self).baseAddress, let to = output.baseAddress else { return 0 }
        return content_deflate(from, input.count, to, limit)
      }
      return count == 0 ? nil : Data(output[..<count])
    #else
      guard let compressed = try? (data as NSData).compressed(using: .zlib) as Data, compressed.count <= limit else {
        return nil
      }
      return compressed
    #endif
  }
}

/// The checksums of the two formats.
enum Checksum {
  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
  }

  /// The checksum of RFC 1952 §8.
  static func crc32(of data: Data) -> UInt32 {
    let table = crcTable
    return ~data.withUnsafeBytes { bytes in
      bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }

  /// The checksum of RFC 1950 §9.
  static func adler32(of data: Data) -> UInt32 {
    data.withUnsafeBytes { bytes in
      var (sum, sums) = (UInt32(1), UInt32(0))
      // NB: 5,552 is the most bytes after which the sums still fit.
      for start in stride(from: 0, to: bytes.count, by: 5_552) {
        for byte in bytes[start..<min(start + 5_552, bytes.count)] {
          sum &+= UInt32(byte)
          sums &+= sum
        }
        (sum, sums) = (sum % 65_521, sums % 65_521)
      }
      return sums << 16 | sum
    }
  }
}
