public import Foundation

/// What a request carries: data in memory, a file that is read as it is sent, or a row of such segments.
///
/// ```swift
/// RequestBody(Data("{}".utf8), contentType: "application/json")
/// RequestBody(file: photo, contentType: "image/jpeg")
/// RequestBody(segments: [.data(head), .file(film, range: 0..<length), .data(tail)])
/// ```
///
/// A file is never held in memory, however long it is: libcurl takes it piece by piece, and `URLSession` from the disk.
public struct RequestBody: Sendable, Hashable {
  /// Up to which length `URLSession` is given segments put together in memory: 10 MB. Longer ones are put together in a
  /// temporary file, which goes with the transfer. libcurl needs neither.
  public static let memoryLimit = 10_000_000

  /// Where the bytes are.
  public enum Content: Sendable, Hashable {
    /// In memory.
    case data(Data)
    /// In a file, read when the request is sent.
    case file(URL)
    /// In one place after another.
    case segments([BodySegment])
  }

  /// Where the bytes are.
  public let content: Content

  // NB: in this order, in which the body takes no more memory than without trailers.
  /// Whether the body can be sent a second time, by a redirect or a retry. `true` for data and, unless said
  /// otherwise, for files; of segments, all must be.
  public let isReplayable: Bool

  /// The `Content-Type` that is sent unless the request's headers name one; `nil` for none.
  public let contentType: String?

  /// Makes the fields that are sent after the body.
  private(set) var trailers: RequestTrailers?

  /// Makes a body of data.
  public init(_ data: Data, contentType: String? = nil) {
    content = .data(data)
    self.contentType = contentType
    isReplayable = true
  }

  /// Makes a body of a file's bytes; a file that cannot be read fails the request with `.invalidRequest`.
  ///
  /// - Parameters:
  ///   - file: The file's URL.
  ///   - contentType: Sent as `Content-Type` unless the request's headers name one; `nil`, the default, for none.
  ///   - isReplayable: `false` for what can be read only once, such as a named pipe; `true` by default.
  public init(file: URL, contentType: String? = nil, isReplayable: Bool = true) {
    content = .file(file)
    self.contentType = contentType
    self.isReplayable = isReplayable
  }

  /// Makes a body of a file's bytes: a shorter way to write ``init(file:contentType:isReplayable:)``.
  ///
  /// ```swift
  /// func content() throws -> RequestBody? { .file(photo, contentType: "image/jpeg") }
  /// ```
  public static func file(_ file: URL, contentType: String? = nil, isReplayable: Bool = true) -> RequestBody {
    RequestBody(file: file, contentType: contentType, isReplayable: isReplayable)
  }

  /// Makes a body of segments, sent one after the other.
  ///
  /// What a segment promises and does not keep (a file that has become shorter, a stream that ends early or late) fails the
  /// request with `.network`, and nothing of it is sent as if it were whole.
  public init(segments: [BodySegment], contentType: String? = nil) {
    content = .segments(segments)
    self.contentType = contentType
    isReplayable = segments.allSatisfy(\.isReplayable)
  }

  /// Returns the body with fields that are sent after it (RFC 9110 §6.5), such as a checksum of what was sent.
  ///
  /// ```swift
  /// RequestBody(file: film).trailers { ["Repr-Digest": "sha-256=:\(hash.value):"] }
  /// ```
  ///
  /// The body is sent in chunks, over HTTP/1.1. On Linux only; `URLSession` can't send trailers, and fails the request with
  /// ``TransferRefusal/trailers``.
  ///
  /// - Parameter make: Returns the fields, after the last byte of the body was read. Called each time the body is sent, on a thread of the
  ///   library's pool. What it throws fails the request with `.network`, and so does a field that can't stand in trailers:
  ///   ``InvalidRequest``.
  public func trailers(_ make: @escaping @Sendable () throws -> HTTPHeaders) -> RequestBody {
    var body = self
    body.trailers = RequestTrailers(make)
    return body
  }

  /// How many bytes the body has; `nil` for a file, whose length is looked up when it is sent, and for what is no length:
  /// less than zero, or beyond 64 bits.
  public var length: Int64? {
    switch content {
    case .data(let data): Int64(data.count)
    case .file: nil
    case .segments(let segments): Self.length(of: segments)
    }
  }

  private static func length(of segments: [BodySegment]) -> Int64? {
    var total: Int64 = 0
    for segment in segments {
      guard let length = segment.length, length >= 0 else { return nil }
      let (sum, overflows) = total.addingReportingOverflow(length)
      guard !overflows else { return nil }
      total = sum
    }
    return total
  }
}
