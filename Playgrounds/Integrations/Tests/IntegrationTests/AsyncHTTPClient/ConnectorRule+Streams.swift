import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// Streamed responses, and cancelling.
extension ConnectorRule {
  static let streams = [pieces, held, lettingGo, errors, truncated, duplex, cancelled, cancelledStream]

  private static func stream(_ request: Request, _ tested: TestedConnector) async throws -> ResponseStream {
    try #require(try await tested.connector().send(request).stream)
  }

  private static let pieces = ConnectorRule("a stream gives what is there") { tested, server in
    let gate = Gate()
    server.on(.get, "/", .chunked(["one ", .gate(gate), "two"]))
    let stream = try await stream(server.stream("/"), tested)
    var iterator = stream.makeAsyncIterator()

    let first = try await iterator.next()
    gate.open()

    #expect(first == Data("one ".utf8))
    #expect(try await iterator.next() == Data("two".utf8))
    #expect(try await iterator.next() == nil)
  }

  private static let held = ConnectorRule("a stream that is longer than memory arrives whole") { tested, server in
    server.on(.get, "/", .data(Data(repeating: 1, count: 20 << 20)))
    var count = 0

    for try await piece in try await stream(server.stream("/"), tested) { count += piece.count }

    #expect(count == 20 << 20)
  }

  private static let lettingGo = ConnectorRule("letting go of a stream ends it at the server") { tested, server in
    server.on(.get, "/", .body([.endless(Data("more ".utf8))]).header("Content-Length", "1000000000000"))

    for try await piece in try await stream(server.stream("/"), tested) where !piece.isEmpty { break }

    try await server.waitForClosedConnections(1)
  }

  private static let errors = ConnectorRule("an error isn't streamed") { tested, server in
    server.on(.get, "/", .text("sorry", status: 404))

    let response = try await tested.connector().send(server.stream("/"))

    #expect(try response.stream == nil && response.text() == "sorry")
  }

  private static let truncated = ConnectorRule("a stream that is cut off fails after what arrived") { tested, server in
    server.on(.get, "/", .fault(.truncatedBody))
    let stream = try await stream(server.stream("/"), tested)

    let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 100) }

    #expect(error?.type == .network && error?.urlError?.code == .networkConnectionLost)
  }

  private static let duplex = ConnectorRule("a body is sent while the response arrives") { tested, server in
    server.onHead(.post, "/", .chunked(["hello", .silence]))
    let (body, writer) = BodyStream.pipe()
    var request = try server.request("/", .post, body: RequestBody(body))
    request.delivery = .stream
    let stream = try await stream(request, tested)
    var iterator = stream.makeAsyncIterator()

    let first = try await iterator.next()
    try await writer.write(Data("more".utf8))

    #expect(first == Data("hello".utf8))
  }

  private static let cancelled = ConnectorRule("a cancelled exchange ends on both sides, and no other") {
    tested,
    server in
    let gate = Gate()
    server.on(.get, "/silence", .fault(.silence)).on(.get, "/gated", .text("late").held(at: gate))
    let connector = tested.connector()
    let (silent, gated) = (try server.request("/silence"), try server.request("/gated"))
    let one = Task { try await connector.send(silent) }
    let other = Task { try await connector.send(gated).text() }
    try await server.waitForRequests(2)

    one.cancel()
    let error = await #expect(throws: ConnectionError.self) { try await one.value }
    try await server.waitForClosedConnections(1)
    gate.open()

    #expect(error?.isCancelled == true)
    #expect(try await other.value == "late")
  }

  private static let cancelledStream = ConnectorRule("cancelling a call cancels its stream") { tested, server in
    server.on(.get, "/", .chunked(["one", .silence]))
    let stream = try await stream(server.stream("/"), tested)
    var iterator = stream.makeAsyncIterator()

    _ = try await iterator.next()
    stream.cancel()
    try await server.waitForClosedConnections(1)

    await #expect(throws: ConnectionError.self) { try await iterator.next() }
  }
}
