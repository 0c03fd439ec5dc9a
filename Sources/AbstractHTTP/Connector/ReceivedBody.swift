import Foundation

/// The body of a response as it comes: kept in memory, or written to the file that the request wants.
///
/// Where it goes is decided by the head, when the first bytes are there, or the end is.
struct ReceivedBody: Sendable {
  /// How much is kept of a body that is not written, though the request wants a file.
  static let unwrittenLimit = 1 << 20

  private(set) var count = 0
  private var data = Data()
  private var file: PartialFile?
  private var isPlaced = false

  /// Takes bytes.
  ///
  /// - Throws: `URLError` for what is too long or cannot be written, and what the choice of a file throws.
  mutating func append(
    _ bytes: UnsafeRawBufferPointer,
    to request: WireRequest,
    after head: @autoclosure () -> WireHead
  ) throws {
    if let limit = request.maximumResponseSize, bytes.count > limit - count {
      throw URLError(.dataLengthExceedsMaximum, "the response is longer than \(limit) bytes")
    }
    count += bytes.count
    guard let destination = request.destination else { return keep(bytes, after: head) }
    if !isPlaced { try place(in: destination, request, head()) }
    if let file { return try file.write(bytes) }
    data.append(contentsOf: bytes.prefix(Self.unwrittenLimit - data.count))
  }

  /// Ends the body.
  ///
  /// - Returns: The response, whose file has yet to get its name.
  mutating func end(of request: WireRequest, after head: WireHead) throws -> WireResponse {
    if let destination = request.destination, !isPlaced { try place(in: destination, request, head) }
    return WireResponse(statusCode: head.statusCode, headers: head.headers, data: data, file: file)
  }

  private mutating func place(
    in destination: DownloadDestination,
    _ request: WireRequest,
    _ head: WireHead
  ) throws {
    isPlaced = true
    guard destination.takes(head.statusCode, of: request.httpMethod) else { return }
    let url = URL(string: request.address.text)
    let response = Response(statusCode: head.statusCode, headers: head.headers, url: url)
    file = try PartialFile(at: destination.url(for: response), options: destination.options)
  }

  /// Makes room for a long body at once, but never on a server's mere word for more than 16 MB.
  private mutating func keep(_ bytes: UnsafeRawBufferPointer, after head: () -> WireHead) {
    if data.isEmpty, bytes.count >= 8_192, let length = head().headers["Content-Length"].flatMap({ Int($0) }) {
      data.reserveCapacity(max(bytes.count, min(length, 16 << 20)))
    }
    data.append(contentsOf: bytes)
  }
}
