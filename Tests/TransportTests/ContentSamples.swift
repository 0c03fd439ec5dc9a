import Foundation
import Testing
@testable import TestSupport

/// A text in the content codings, made by Python's `gzip`, `zlib`, `brotli` and `zstandard`.
struct ContentSample: Sendable, CustomTestStringConvertible {
  /// What every sample decodes to.
  static let content = Data(String(repeating: "Nothing a server sends can hurt. ", count: 3).utf8) + [0, 1, 2, 255]

  /// 64 MB of zeros in 106 bytes of brotli.
  static let bomb =
    Data(
      base64Encoded: "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIgDgsAdO//+P//B/8E"
        + "QBwWAOje//H//w/+CYA4LADQvf/j//8f/BMAcVgAoHv/Nw=="
    ) ?? Data()

  let testDescription: String
  /// The `Content-Encoding`.
  let encoding: String
  let bytes: Data

  private init(_ testDescription: String, _ encoding: String, _ base64: String) {
    self.testDescription = testDescription
    self.encoding = encoding
    bytes = Data(base64Encoded: base64) ?? Data()
  }

  static let all = [
    ContentSample(
      "gzip",
      "gzip",
      "H4sIAAAAAAACA/PLL8nIzEtXSFQoTi0qSy0CUnkpxQrJiXkKGaVFJXoKfhQrYGBk+g8A3tOBe2cAAAA="
    ),
    ContentSample(
      "a gzip of several members",
      "x-gzip",
      "H4sIAAAAAAACA/PLL8nIzEtXSFQAADLoraAKAAAAH4sIAAAAAAACAwMAAAAAAAAAAAAfiwgAAAAAAAIDK04tKkstUihOzUspVkhO"
        + "zFPIKC0q0VPwyy/JyMxLV0gEypCngIGR6T8A7QUqc10AAAA="
    ),
    ContentSample(
      "deflate as zlib",
      "deflate",
      "eJzzyy/JyMxLV0hUKE4tKkstAlJ5KcUKyYl5ChmlRSV6Cn4UK2BgZPoPAIz7JHA="
    ),
    ContentSample(
      "deflate without a header",
      "deflate",
      "88svycjMS1dIVChOLSpLLQJSeSnFCsmJeQoZpUUlegp+FCtgYGT6DwA="
    ),
    ContentSample(
      "brotli",
      "br",
      "G2YA+K2OtxF4Jah3nntqGSDwXwBOHTaGNidBXOjKTa7C6mAiB06BtIAuJm8YllDDIawgqLtL9Mlo"
    ),
    ContentSample(
      "zstd",
      "zstd",
      "KLUv/SBnbQEAVAJOb3RoaW5nIGEgc2VydmVyIHNlbmRzIGNhbiBodXJ0LiAAAQL/AQA5kdQT"
    ),
    ContentSample(
      "zstd of several frames",
      "ZSTD",
      "KLUv/SAKUQAATm90aGluZyBhICi1L/0gXW0BAFQCc2VydmVyIHNlbmRzIGNhbiBodXJ0LiBOb3RoaW5nIGEgAAEC/wEAKTnVEw=="
    ),
    ContentSample(
      "brotli over gzip",
      "gzip, br",
      "Cx2AH4sIAAAAAAACA/PLL8nIzEtXSFQoTi0qSy0CUnkpxQrJiXkKGaVFJXoKfhQrYGBk+g8A3tOBe2cAAAAD"
    ),
    ContentSample(
      "three codings",
      "identity, deflate,zstd , gzip",
      "H4sIAAAAAAACA9PYqv9XQb+SkaFizufT+idPnPEO9wjR8NPV8tZlCqrUPMp1srOSS3Kpq2oVV52IdkJCyi9+hp7fKgUA95pPUTgA"
        + "AAA="
    ),
  ]
}
