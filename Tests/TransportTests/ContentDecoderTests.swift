#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  struct ContentDecoderTests {
    /// Decodes pieces, as they would come off the wire.
    private func decode(_ pieces: [Data], _ encoding: String) throws -> Data {
      let codings = try ContentCoding.codings(in: ["Content-Encoding": encoding])
      let decoder = try #require(try ContentDecoder(codings))
      var decoded = Data()
      for piece in pieces { try piece.withUnsafeBytes { try decoder.decode($0) { decoded.append(contentsOf: $0) } } }
      try decoder.end()
      return decoded
    }

    @Test(arguments: ContentSample.all)
    func `decodes a body whole, byte by byte, and cut anywhere`(sample: ContentSample) throws {
      let bytes = sample.bytes

      #expect(try decode([bytes], sample.encoding) == ContentSample.content)
      #expect(try decode(bytes.map { Data([$0]) }, sample.encoding) == ContentSample.content)
      for place in 0...bytes.count {
        #expect(try decode([bytes.prefix(place), bytes.dropFirst(place)], sample.encoding) == ContentSample.content)
      }
    }

    @Test(arguments: ContentSample.all)
    func `refuses a body that ends too early, wherever it is cut`(sample: ContentSample) throws {
      for count in 1..<sample.bytes.count {
        // A whole member of gzip, or a whole frame of zstd, is complete by itself.
        guard (try? decode([sample.bytes.prefix(count)], sample.encoding)) != nil else { continue }
        #expect(sample.testDescription.contains("several"), "\(count) bytes of \(sample.bytes.count)")
      }
    }

    @Test(arguments: ContentSample.all)
    func `refuses a body that goes on after its end`(sample: ContentSample) {
      let error = #expect(throws: URLError.self) { try decode([sample.bytes, Data("x".utf8)], sample.encoding) }

      #expect(error?.code == .cannotDecodeContentData)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `refuses what is not in its coding, and takes no bytes for no content`(encoding: String) throws {
      let error = #expect(throws: URLError.self) { try decode([Data("<html>not compressed</html>".utf8)], encoding) }

      #expect(error?.code == .cannotDecodeContentData)
      #expect(try decode([], encoding).isEmpty)
    }

    @Test(arguments: ["utf-8", "aws-chunked", "binary", "gzip, aws-chunked", "", "identity", "Identity , identity"])
    func `leaves a body alone whose coding is unknown or none`(encoding: String) throws {
      #expect(try ContentCoding.codings(in: ["Content-Encoding": encoding]).isEmpty)
    }

    @Test func `reads several fields as one list, in order`() throws {
      let headers: HTTPHeaders = ["Content-Encoding": "deflate", "content-encoding": "BR,, gzip"]

      #expect(try ContentCoding.codings(in: headers) == [.deflate, .brotli, .gzip])
    }

    @Test func `refuses more codings than anyone applies`() {
      let error = #expect(throws: URLError.self) {
        try ContentCoding.codings(in: ["Content-Encoding": "gzip, gzip, gzip, gzip, gzip, gzip"])
      }

      #expect(error?.code == .cannotDecodeContentData)
    }

    @Test func `stops a body that grows beyond reason`() throws {
      let decoder = try #require(try ContentDecoder([.brotli]))
      var size = 0

      let error = #expect(throws: URLError.self) {
        try ContentSample.bomb.withUnsafeBytes { try decoder.decode($0) { size += $0.count } }
      }

      #expect(error?.code == .dataLengthExceedsMaximum)
      #expect(size <= ContentDecoder.freeSize)
    }
  }
#endif
