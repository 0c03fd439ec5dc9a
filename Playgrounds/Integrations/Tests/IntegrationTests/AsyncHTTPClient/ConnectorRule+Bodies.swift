import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Synchronization
import Testing

/// The bodies of requests, progress, and limits.
extension ConnectorRule {
  static let bodies = [data, none, files, segments, chunks, wrongLengths, failing, early, progress, limits, downloads]

  private static func echo(_ server: LoopbackServer) {
    server.on(nil, "/") { request in
      let framing = request.headers["Content-Length"] ?? request.headers["Transfer-Encoding"] ?? "no body"
      return .text("\(request.method) \(framing) \(request.text)")
    }
  }

  private static let data = ConnectorRule("a body is sent, with its type") { tested, server in
    let body = RequestBody(Data(repeating: 65, count: 200_000), contentType: "text/plain")
    server.on(.post, "/") { .text("\($0.headers["Content-Type"] ?? "") \($0.body.count)") }

    let response = try await tested.connector().send(server.request("/", .post, body: body))

    #expect(try response.text() == "text/plain 200000")
  }

  private static let none = ConnectorRule("a POST without a body declares that it's empty") { tested, server in
    echo(server)

    let post = try await tested.connector().send(server.request("/", .post))
    let get = try await tested.connector().send(server.request("/"))

    #expect(try post.text() == "POST 0 ")
    #expect(try get.text() == "GET no body ")
  }

  private static let files = ConnectorRule("a file is sent with its length") { tested, server in
    echo(server)
    let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let connector = tested.connector()

    let sent = try await connector.send(server.request("/", .put, body: RequestBody(file: file)))
    let error = try await connector.failure(
      of: server.request("/", .put, body: RequestBody(file: file.appending(path: "b")))
    )

    #expect(try sent.text() == "PUT 4 file")
    #expect(error?.type == .invalidRequest || error?.type == .network)
  }

  private static let segments = ConnectorRule("segments and streams of known length are sent in order") {
    tested,
    server in
    echo(server)
    let stream = BodyStream(knownLength: 3) { try await $0.write(Data("two".utf8)) }

    let body = RequestBody(segments: [.data(Data("one".utf8)), .stream(stream), .data(Data("three".utf8))])

    let response = try await tested.connector().send(server.request("/", .put, body: body))

    #expect(try response.text() == "PUT 11 onetwothree")
  }

  private static let chunks = ConnectorRule("a stream of unknown length is sent in chunks") { tested, server in
    echo(server)
    let body = RequestBody(
      BodyStream { writer in
        for _ in 0..<3 { try await writer.write(Data("piece ".utf8)) }
      }
    )

    let response = try await tested.connector().send(server.request("/", .post, body: body))

    #expect(try response.text() == "POST chunked piece piece piece ")
  }

  private static let wrongLengths = ConnectorRule("a body that is shorter than declared fails") { tested, server in
    echo(server)
    let body = RequestBody(BodyStream(knownLength: 10) { try await $0.write(Data("short".utf8)) })

    let error = try await tested.connector().failure(of: server.request("/", .post, body: body))

    #expect(error?.urlError?.code == .requestBodyStreamExhausted)
  }

  private struct Broken: Error {}

  private static let failing = ConnectorRule("the error of a body's closure is the error of the call") {
    tested,
    server in
    echo(server)
    let body = RequestBody(BodyStream { _ in throw Broken() })

    let error = try await tested.connector().failure(of: server.request("/", .post, body: body))

    #expect(error?.type == .network && error?.nativeError is Broken)
  }

  private static let early = ConnectorRule("a response before the end of the upload is taken") { tested, server in
    server.onHead(.post, "/", .text("too much", status: 413)).on(.get, "/", .text("hello"))
    let connector = tested.connector()
    let body = RequestBody(BodyStream(knownLength: 50_000_000) { try await $0.write(Data(count: 50_000_000)) })

    let response = try await connector.send(server.request("/", .post, body: body))
    let next = try await connector.send(server.request("/"))

    #expect(try response.statusCode == 413 && response.text() == "too much")
    #expect(try next.text() == "hello")
  }

  private static let progress = ConnectorRule("progress grows to the end of both bodies") { tested, server in
    server.on(.post, "/", .data(Data(count: 500_000)))
    let moved = Moved()
    let request = try server.request("/", .post, body: RequestBody(Data(count: 300_000)))
    let connector = tested.connector()

    _ = try await withCheckedThrowingContinuation { continuation in
      _ = connector.start(request, progress: { moved.add($0) }) { continuation.resume(with: $0) }
    }

    let last = try #require(moved.all.last)
    #expect(last.sent == 300_000 && last.totalToSend == 300_000)
    #expect(last.received == 500_000 && last.totalToReceive == 500_000)
    #expect(moved.all.map(\.received) == moved.all.map(\.received).sorted())
  }

  private final class Moved: Sendable {
    private let moved = Mutex<[TransferProgress]>([])
    var all: [TransferProgress] { moved.withLock { $0 } }
    func add(_ progress: TransferProgress) { moved.withLock { $0.append(progress) } }
  }

  private static let limits = ConnectorRule("a response beyond the limit of its size is refused") { tested, server in
    server.on(.get, "/1k", .data(Data(count: 1_024))).on(.get, "/1m", .data(Data(count: 1 << 20)))
    let connector = tested.connector()
    var (short, long) = (try server.request("/1k"), try server.request("/1m"))
    (short.options[ResponseSizeLimit.self], long.options[ResponseSizeLimit.self]) = (
      .init(bytes: 2_000), .init(bytes: 2_000)
    )

    #expect(try await connector.send(short).data.count == 1_024)
    #expect(await connector.failure(of: long)?.urlError?.code == .dataLengthExceedsMaximum)
  }

  private static let downloads = ConnectorRule("a download is saved, and the body of an error isn't") {
    tested,
    server in
    server.on(.get, "/1m", .data(Data(count: 1 << 20))).on(.get, "/404", .text("sorry", status: 404))
    server.on(.get, "/cut", .fault(.truncatedBody))
    let file = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    var (found, missing) = (try server.request("/1m"), try server.request("/404"))
    (found.destination, missing.destination) = (.file(file, options: .removePreviousFile), .file(file))

    var cut = try server.request("/cut")
    cut.destination = .file(file)

    let refused = try await tested.connector().send(missing)
    let error = await tested.connector().failure(of: cut)
    let isLeft = FileManager.default.fileExists(atPath: file.path)
    let saved = try await tested.connector().send(found)

    #expect(refused.statusCode == 404 && refused.file == nil)
    #expect(try refused.text() == "sorry")
    #expect(error?.urlError?.code == .networkConnectionLost && !isLeft)
    #expect(saved.file == file && saved.data.isEmpty)
    #expect(try Data(contentsOf: file).count == 1 << 20)
  }
}
