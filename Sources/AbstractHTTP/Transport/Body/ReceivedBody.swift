import Foundation

/// The body of a response as it arrives: kept in memory, or written to the file that the request wants.
///
/// The head determines the destination when the first bytes arrive.
struct ReceivedBody: Sendable {
  /// The maximum size of a body that is kept in memory although the request wants a file or a stream.
  static let unwrittenLimit = 1 << 20

  /// The default limit of a body that is kept in memory.
  static let memoryLimit = 512 << 20

  private(set) var count = 0
  private var data = Data()
  private var file: PartialFile?
  private var isPlaced = false

  /// Returns whether a closure has yet to choose the file, which a ``FileChoice`` does before bytes are appended.
  func awaitsChoice(of request: WireRequest, _ statusCode: Int) -> Bool {
    guard !isPlaced, let destination = request.destination, destination.isChosen else { return false }
    return destination.takes(statusCode, of: request.httpMethod)
  }

  /// Sets the chosen file.
  mutating func place(in file: PartialFile?) {
    isPlaced = true
    self.file = file
  }

  /// Appends bytes.
  ///
  /// - Throws: `URLError` if the body is too long or can't be written.
  mutating func append(
    _ bytes: UnsafeRawBufferPointer,
    to request: WireRequest,
    after head: @autoclosure () -> WireHead
  ) throws {
    if !request.delivery.isMemory, !isPlaced { try place(request, head()) }
    try Self.check(Int64(count) + Int64(bytes.count), request)
    count += bytes.count
    if request.delivery.isMemory { return keep(bytes, after: head) }
    if let file { return try file.write(bytes) }
    data.append(contentsOf: bytes.prefix(Self.unwrittenLimit - data.count))
  }

  /// Ends the body.
  ///
  /// - Returns: The response. Its file hasn't been renamed yet, or hasn't been created yet if the body is empty.
  func end(after head: WireHead, trailers: HTTPHeaders? = nil) -> WireResponse {
    WireResponse(
      statusCode: head.statusCode,
      headers: head.headers,
      data: data,
      httpVersion: head.httpVersion,
      file: file,
      trailers: trailers
    )
  }

  /// Returns the maximum length of the body: the connector's limit, or the default limit in memory.
  static func limit(of request: WireRequest) -> Int? {
    request.maximumResponseSize ?? (request.delivery.isMemory ? memoryLimit : nil)
  }

  /// - Throws: `URLError` if a body of this length is too long.
  static func check(_ count: Int64, _ request: WireRequest) throws(URLError) {
    if let limit = limit(of: request), count > limit { throw tooLong(request) }
  }

  private static func tooLong(_ request: WireRequest) -> URLError {
    let words =
      request.maximumResponseSize.map { "\($0) bytes" }
      ?? "512 MB, the default of maximumResponseSize for a body that is kept in memory"
    return URLError(.dataLengthExceedsMaximum, "the response is longer than \(words)")
  }

  private mutating func place(_ request: WireRequest, _ head: WireHead) throws {
    isPlaced = true
    file = try request.file(for: head)
    count += Int(file?.resumedFrom ?? 0)
  }

  /// Reserves capacity for a long body at once, but at most 16 MB, because the server's declaration may be wrong.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer, after head: () -> WireHead) {
    if data.isEmpty, bytes.count >= 8_192, let length = head().headers["Content-Length"].flatMap({ Int($0) }) {
      data.reserveCapacity(max(bytes.count, min(length, 16 << 20)))
    }
    data.append(contentsOf: bytes)
  }
}
