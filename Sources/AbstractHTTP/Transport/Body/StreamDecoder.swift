#if os(Linux)
  import Foundation

  /// Decodes the content codings of a stream on demand, a little at a time, because a few bytes may expand to many.
  final class StreamDecoder: PieceDecoder {
    /// The number of bytes that are decoded at once.
    private static let step = 1_024

    private let decoder: ContentDecoder?
    private let request: WireRequest
    private var piece = Data()
    private var count: Int64 = 0

    init(_ codings: [ContentCoding], for request: WireRequest) throws(URLError) {
      decoder = try ContentDecoder(codings)
      self.request = request
    }

    func take(_ piece: Data) { self.piece = piece }

    func next() throws -> Data? {
      var decoded = Data()
      while decoded.isEmpty, !piece.isEmpty {
        try piece.prefix(Self.step).withUnsafeBytes { bytes in
          try decoder?.decode(bytes) { decoded.append(contentsOf: $0) }
        }
        piece = piece.dropFirst(Self.step)
      }
      count += Int64(decoded.count)
      try ReceivedBody.check(count, request)
      return decoded.isEmpty ? nil : decoded
    }

    func end() throws { try decoder?.end() }
  }
#endif
