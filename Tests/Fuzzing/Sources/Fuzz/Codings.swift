@testable import AbstractHTTP
import Foundation

#if os(Linux)
  extension FuzzTarget {
    /// Bodies in the content codings (RFC 9110 §8.4.1). The first byte says in which, the second how the rest is cut.
    static let codings = FuzzTarget(
      "codings",
      seeds: [],
      bytes: seeds.compactMap { Data(base64Encoded: $0).map(Array.init) }
    ) { input throws(Broken) in
      let codings = lists[Int(input.first ?? 0) % lists.count]
      let bytes = Array(input.dropFirst(2))
      let whole = DecodedBody(bytes, codings, cut: max(1, bytes.count))
      let pieces = DecodedBody(bytes, codings, cut: max(1, Int(input.dropFirst().first ?? 1)))
      try expect(whole == pieces, "what is decoded depends on how the bytes are cut")
      let limit = max(ContentDecoder.freeSize, (bytes.count + 1) * ContentDecoder.ratioLimit)
      try expect(max(whole.size, pieces.size) <= limit, "\(bytes.count) bytes grew to \(whole.size)")
    }

    private static let lists: [[ContentCoding]] = [[.gzip], [.deflate], [.brotli], [.zstd], [.gzip, .brotli]]

    /// Base64.
    private static let seeds = [
      "AAMfiwgAAAAAAAIDy0jNyclXyECQAICI+eURAAAA",
      "AAMfiwgAAAAAAAIDy0jNyclXyECQAICI+eURAAAAH4sIAAAAAAACA8tIzcnJV8hAkACAiPnlEQAAAA==",
      "AQN4nMtIzcnJV8hAkAA6LgZ9",
      "AQPLSM3JyVfIQJAA",
      "AgMbEAD4jZRu3kRVhpZsIG8BTxxgHA==",
      "AwMotS/9IBFlAAAwaGVsbG8gAQAxShE=",
      "BAOLDYAfiwgAAAAAAAIDy0jNyclXyECQAICI+eURAAAAAw==",
      "AgPL//8/+CcA4rFAIPf+j///f/BPAMRhEYDu/R/////gnwCIwwIA3fs//v//wT8BEIcFALr3f/z//4N/AiAOCwB07//4//8H"
        + "/wRAHBYA6N7/8f//D/4JgDgsANC9/+P//x/8EwBxWACge/83",
    ]
  }

  /// What is decoded of a body: all of it, or nothing that counts.
  private struct DecodedBody: Equatable {
    private var content: Data? = Data()
    /// How much was handed on, also if the body turned out to be broken.
    private(set) var size = 0

    init(_ bytes: [UInt8], _ codings: [ContentCoding], cut: Int) {
      do {
        let decoder = try ContentDecoder(codings)
        for start in stride(from: 0, to: bytes.count, by: cut) {
          try bytes[start..<min(start + cut, bytes.count)].withUnsafeBytes { piece in
            try decoder?.decode(piece) { decoded in
              size += decoded.count
              content?.append(contentsOf: decoded)
            }
          }
        }
        try decoder?.end()
      } catch {
        content = nil
      }
    }

    static func == (one: Self, other: Self) -> Bool { one.content == other.content }
  }
#endif
