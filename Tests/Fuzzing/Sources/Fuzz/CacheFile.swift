@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// The file of a cache, behind a checksum that fits.
  static let cacheFile = FuzzTarget("cache-file", seeds: [], bytes: [packed([]), packed([response])]) {
    input throws(Broken) in
    let bytes = mark + CacheWriter.littleEndian(CacheArchive.checksum(of: input[...])) + input
    guard let (url, responses) = CacheArchive.unpack(bytes) else { return }
    try expect(responses.count <= input.count, "there are more responses than bytes")
    let again = CacheArchive.unpack(CacheArchive.pack(responses, for: url))
    try expect(again?.url == url && again?.responses.count == responses.count, "a file is not read as it was written")
    for (one, other) in zip(responses, again?.responses ?? []) {
      try expect(one.headers == other.headers && one.data == other.data, "a response is not read as it was written")
    }
  }

  private static let mark = Array("AHCache1".utf8)

  private static let response = StoredResponse(
    statusCode: 200,
    headers: ["ETag": "\"1\""],
    data: Data("body".utf8),
    requestTime: Date(timeIntervalSince1970: 0),
    responseTime: Date(timeIntervalSince1970: 1),
    varyKey: VaryKey(
      partition: .credentials(.text("secret")),
      fields: [SelectingField(name: "accept", value: .text("a"))]
    )
  )

  private static func packed(_ responses: [StoredResponse]) -> [UInt8] {
    Array(CacheArchive.pack(responses, for: "http://example.test/").dropFirst(mark.count + 8))
  }
}
