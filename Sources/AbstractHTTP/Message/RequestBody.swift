public import Foundation

/// The body of a request: data in memory, a file or stream that is read as it is sent, or a sequence of such segments.
///
/// ```swift
/// RequestBody(Data("{}".utf8), contentType: "application/json")
/// RequestBody(file: photo, contentType: "image/jpeg")
/// RequestBody(BodyStream(frames))
/// RequestBody(segments: [.data(head), .file(film, range: 0..<length), .data(tail)])
/// ```
///
/// A file is never loaded into memory, however long it is: libcurl reads it in pieces, and `URLSession` from the disk.
public struct RequestBody: Sendable, Hashable {
  /// The maximum length, 10 MB, up to which segments for `URLSession` are joined in memory. Longer segments are joined
  /// in a temporary file, which is deleted with the transfer. libcurl needs neither.
  public static let memoryLimit = 10_000_000

  /// The source of the bytes.
  public enum Content: Sendable, Hashable {
    /// Data in memory.
    case data(Data)
    /// A file, which is read when the request is sent.
    case file(URL)
    /// A sequence of segments.
    case segments([BodySegment])
  }

  /// The source of the bytes.
  public let content: Content

  // NB: in this order, the body takes no more memory than without trailers.
  /// How the body can be sent again, by a redirect or a retry. Data and, by default, files can be sent from any offset.
  /// A sequence of segments is limited by its most restrictive segment.
  public let replay: BodyReplay

  /// The `Content-Type` that is sent unless the request's headers name one; `nil` for none.
  public let contentType: String?

  /// Creates the fields that are sent after the body.
  private(set) var trailers: RequestTrailers?

  /// Creates a body from data.
  public init(_ data: Data, contentType: String? = nil) {
    content = .data(data)
    self.contentType = contentType
    replay = .fromAnyOffset
  }

  /// Creates a body from a file. If the file can't be read, the request fails with `.invalidRequest`.
  ///
  /// - Parameters:
  ///   - file: The file's URL.
  ///   - contentType: The `Content-Type` that is sent unless the request's headers name one. Defaults to `nil` for
  ///     none.
  ///   - isReplayable: Whether the file can be read again. Pass `false` for a named pipe, for example. Defaults to
  ///     `true`.
  public init(file: URL, contentType: String? = nil, isReplayable: Bool = true) {
    content = .file(file)
    self.contentType = contentType
    replay = isReplayable ? .fromAnyOffset : .once
  }

  /// Creates a body from a file: short for ``init(file:contentType:isReplayable:)``.
  ///
  /// ```swift
  /// func content() throws -> RequestBody? { .file(photo, contentType: "image/jpeg") }
  /// ```
  public static func file(_ file: URL, contentType: String? = nil, isReplayable: Bool = true) -> RequestBody {
    RequestBody(file: file, contentType: contentType, isReplayable: isReplayable)
  }

  /// Creates a body from segments, which are sent one after the other.
  ///
  /// If a segment doesn't have its declared length, because a file has become shorter, or a stream ends early or late,
  /// the request fails with `.network`, and no truncated body is passed off as complete.
  public init(segments: [BodySegment], contentType: String? = nil) {
    content = .segments(segments)
    self.contentType = contentType
    replay = segments.reduce(.fromAnyOffset) { min($0, $1.replay) }
  }

  /// Creates a body from a stream.
  public init(_ stream: BodyStream, contentType: String? = nil) {
    self.init(segments: [.stream(stream)], contentType: contentType)
  }

  /// Returns the body with fields that are sent after it (RFC 9110 §6.5), such as a checksum of the body.
  ///
  /// ```swift
  /// RequestBody(file: film).trailers { ["Repr-Digest": "sha-256=:\(hash.value):"] }
  /// ```
  ///
  /// The body is sent in chunks, over HTTP/1.1. Available on Linux only. `URLSession` can't send trailers, and fails
  /// the request with ``TransferRefusal/trailers``. The request also fails if the connector doesn't list
  /// ``ConnectorCapability/requestTrailers``.
  ///
  /// - Parameter make: Returns the fields, after the last byte of the body was read. Called each time the body is sent,
  ///   on a thread of the library's pool. If it throws, the request fails with `.network`. If a field isn't allowed in
  ///   trailers, it fails with ``InvalidRequest``.
  public func trailers(_ make: @escaping @Sendable () throws -> HTTPHeaders) -> RequestBody {
    followed(by: RequestTrailers(make))
  }

  func followed(by trailers: RequestTrailers?) -> RequestBody {
    var body = self
    body.trailers = trailers
    return body
  }

  /// The length of the body in bytes. `nil` for a file, whose length is looked up when it is sent, and for a stream of
  /// unknown length. Also `nil` if the length is negative or exceeds 64 bits, in which case the body isn't sent.
  public var length: Int64? {
    if case .known(let length) = size { length } else { nil }
  }

  /// Whether the body can be sent again, by a redirect or a retry: whether ``replay`` isn't `.once`.
  public var isReplayable: Bool { replay != .once }

  var size: BodyLength {
    switch content {
    case .data(let data): .known(Int64(data.count))
    case .file: .unknown
    case .segments(let segments): segments.reduce(.known(0)) { $0 + $1.length }
    }
  }

  /// Whether one of its streams may provide trailers.
  var hasTrailers: Bool { streams.contains(where: \.hasTrailers) }

  /// Whether the length is known only once the body has been read. A file's length is looked up.
  var hasUnknownLength: Bool { streams.contains { $0.length == nil } }

  /// Stops the writers of streams that can be sent only once from waiting, because the call is over.
  func abandon() {
    guard replay == .once else { return }
    for stream in streams where stream.replay == .once { stream.origin.abandon() }
  }

  private var streams: [BodyStream] {
    if case .segments(let segments) = content { segments.compactMap(\.stream) } else { [] }
  }
}
