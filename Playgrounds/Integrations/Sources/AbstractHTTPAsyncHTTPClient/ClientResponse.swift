import AbstractHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

extension Response {
  /// Creates the head of a response.
  init(_ received: HTTPClientResponse, from request: Request) {
    self.init(
      statusCode: Int(received.status.code),
      headers: AbstractHTTP.HTTPHeaders(received.headers.map { .init(name: $0.name, value: $0.value) }),
      url: request.url.withoutUser
    )
    let version = received.version
    protocolVersion = version.major >= 2 ? "HTTP/\(version.major)" : "HTTP/\(version.major).\(version.minor)"
  }
}

extension AsyncHTTPClientConnector {
  /// The maximum size of a body in memory, without a `ResponseSizeLimit`.
  private static let memoryLimit = 512 << 20

  /// Returns the response with its body, or with the stream of its body, which the pipeline delivers or saves.
  func response(
    _ head: Response,
    _ body: HTTPClientResponse.Body,
    to request: Request,
    _ meter: Meter
  ) async throws -> Response {
    let limit = request.options[ResponseSizeLimit.self]?.bytes
    if let limit, limit < 0 { throw TransferRefusal.maximumResponseSize(limit) }
    meter.begin(receiving: head.headers["Content-Length"].flatMap { Int64($0) })
    var response = head
    if request.delivery == .memory {
      response.data = try await data(of: body, limit ?? Self.memoryLimit, meter)
      await meter.end()
    } else {
      response.stream = stream(body, after: head, limit, meter)
    }
    return response
  }

  private func data(of body: HTTPClientResponse.Body, _ limit: Int, _ meter: Meter) async throws -> Data {
    var data = Data()
    for try await piece in body {
      try Self.check(data.count + piece.readableBytes, limit)
      data.append(contentsOf: piece.readableBytesView)
      meter.received(piece.readableBytes)
    }
    try Task.checkCancellation()
    return data
  }

  /// Returns a stream that is fed as fast as it is read. Releasing it stops the transfer.
  private func stream(
    _ body: HTTPClientResponse.Body,
    after head: Response,
    _ limit: Int?,
    _ meter: Meter
  ) -> ResponseStream {
    let (stream, writer) = ResponseStream.make(head: head)
    // NB: the task keeps the connector, whose end would be the end of the transfer.
    let feeding = Task {
      do {
        var count = 0
        for try await piece in body {
          count += piece.readableBytes
          if let limit { try Self.check(count, limit) }
          try await writer.write(Data(buffer: piece))
          meter.received(piece.readableBytes)
        }
        try Task.checkCancellation()
        writer.finish()
      } catch {
        writer.fail(Task.isCancelled ? URLError(.cancelled) : ClientFailure.error(for: error))
      }
      withExtendedLifetime(self) {}
    }
    writer.onCancel { feeding.cancel() }
    return stream
  }

  private static func check(_ count: Int, _ limit: Int) throws(URLError) {
    guard count <= limit else {
      throw ClientFailure.error(.dataLengthExceedsMaximum, "the response is longer than \(limit) bytes")
    }
  }
}
