#if os(Linux)
  import CLibcurl
  import Foundation

  /// A content coding that can be decoded (RFC 9110 §8.4.1, RFC 7932, RFC 8878).
  enum ContentCoding: UInt32, CaseIterable {
    case gzip, deflate, brotli, zstd

    /// The maximum number of codings of a body.
    private static let limit = 5

    /// The value of `Accept-Encoding`: the codings whose libraries can be loaded, in order of preference.
    static let accepted: String = {
      let names = allCases.filter { content_is_available($0.native) != 0 }.map(\.name)
      return names.isEmpty ? "identity" : names.joined(separator: ", ")
    }()

    /// Returns the codings of a body, in the order in which they were applied.
    ///
    /// - Returns: Empty if the body is left unchanged. As in browsers, this includes bodies with an unknown coding.
    /// - Throws: `URLError.cannotDecodeContentData` if there are unreasonably many codings.
    static func codings(in headers: HTTPHeaders) throws(URLError) -> [ContentCoding] {
      guard headers.contains("Content-Encoding") else { return [] }
      let names = headers.values(for: "Content-Encoding").flatMap { $0.split(separator: ",") }
        .map { HTTPToken.trimmed($0.lowercased()) }.filter { !$0.isEmpty && $0 != "identity" }
      guard names.count <= limit else {
        throw URLError(.cannotDecodeContentData, "the body has more than \(limit) content codings")
      }
      let codings = names.compactMap(ContentCoding.init(name:))
      return codings.count == names.count ? codings : []
    }

    private init?(name: String) {
      switch name {
      case "gzip", "x-gzip": self = .gzip
      case "deflate": self = .deflate
      case "br": self = .brotli
      case "zstd": self = .zstd
      default: return nil
      }
      guard content_is_available(native) != 0 else { return nil }
    }

    var name: String {
      switch self {
      case .gzip: "gzip"
      case .deflate: "deflate"
      case .brotli: "br"
      case .zstd: "zstd"
      }
    }

    fileprivate var native: content_coding { content_coding(rawValue: rawValue) }
  }

  /// Decodes the content codings of a body, piece by piece.
  ///
  /// Decoding fails if the body is truncated, or continues after the end of the coding. It also fails if the body
  /// expands beyond 10 MB and to more than 1,000 times its compressed size.
  final class ContentDecoder {
    /// The size in bytes up to which any expansion ratio is allowed.
    static let freeSize = 10 << 20
    /// The maximum expansion ratio of a larger body.
    static let ratioLimit = 1_000

    private static let pieceSize = 65_536

    private let coding: ContentCoding
    private let decoder: UnsafeMutableRawPointer
    private let piece: UnsafeMutableRawBufferPointer
    /// Decodes the coding that was applied before this one.
    private let next: ContentDecoder?
    private var received = 0
    private var produced = 0

    /// - Parameter codings: The codings of the body in the order in which they were applied.
    /// - Returns: `nil` for no coding.
    convenience init?(_ codings: [ContentCoding]) throws(URLError) {
      guard let coding = codings.last else { return nil }
      try self.init(coding, then: ContentDecoder(codings.dropLast()))
    }

    private init(_ coding: ContentCoding, then next: ContentDecoder?) throws(URLError) {
      guard let decoder = content_decoder_make(coding.native) else {
        throw URLError(.cannotDecodeContentData, "there is no memory to decode \(coding.name)")
      }
      self.coding = coding
      self.decoder = decoder
      self.next = next
      piece = .allocate(byteCount: Self.pieceSize, alignment: 16)
    }

    deinit {
      content_decoder_free(decoder)
      piece.deallocate()
    }

    /// Decodes bytes, and passes on the output in pieces.
    func decode(_ bytes: UnsafeRawBufferPointer, by take: (UnsafeRawBufferPointer) throws -> Void) throws {
      received += bytes.count
      try decode(bytes, of: received, by: take)
    }

    /// - Parameter total: The number of compressed bytes received so far.
    private func decode(
      _ bytes: UnsafeRawBufferPointer,
      of total: Int,
      by take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
      var input = bytes.bindMemory(to: UInt8.self).baseAddress
      var count = bytes.count
      var result = CONTENT_FULL
      while result == CONTENT_FULL {
        var output = piece.bindMemory(to: UInt8.self).baseAddress
        var room = piece.count
        result = content_decode(decoder, &input, &count, &output, &room)
        guard result != CONTENT_BROKEN else { throw broken("is malformed") }
        let decoded = UnsafeRawBufferPointer(rebasing: piece[..<(piece.count - room)])
        try checkGrowth(by: decoded.count, of: total)
        guard !decoded.isEmpty else { continue }
        if let next { try next.decode(decoded, of: total, by: take) } else { try take(decoded) }
      }
    }

    private func checkGrowth(by count: Int, of total: Int) throws(URLError) {
      produced += count
      guard produced > Self.freeSize, produced / Self.ratioLimit > total else { return }
      throw URLError(
        .dataLengthExceedsMaximum,
        "the body grows to more than \(Self.ratioLimit) times its compressed size of \(total) bytes"
      )
    }

    /// Ends the body.
    ///
    /// - Throws: `URLError.cannotDecodeContentData` if it is truncated.
    func end() throws(URLError) {
      guard content_decoder_is_complete(decoder) != 0 else { throw broken("ends too early") }
      try next?.end()
    }

    private func broken(_ words: String) -> URLError {
      URLError(.cannotDecodeContentData, "the \(coding.name) coding of the body \(words)")
    }
  }
#endif
