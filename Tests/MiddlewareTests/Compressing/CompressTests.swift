import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct CompressTests {
  private static let text = Data(String(repeating: "a line of a log\n", count: 1_000).utf8)

  /// Bytes that don't become shorter.
  private static let noise: Data = {
    var random = Generator(7)
    return Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) })
  }()

  private func sent(
    _ body: RequestBody?,
    headers: HTTPHeaders = [:],
    _ middleware: Middleware...
  ) async throws -> Request {
    let connector = StubConnector(Response())
    var request = try Request("http://h.test/", httpMethod: .post, headers: headers)
    request.body = body
    let stage = Stage.sending(over: connector).wrapped(in: middleware.isEmpty ? [.compress()] : middleware)
    _ = try await stage(request)
    return try #require(connector.requests.last)
  }

  @Test(arguments: BodyCompression.allCases, [1_024, 16_000, 65_536, 65_537, 1_000_000])
  func `a body arrives compressed, and is what it was`(coding: BodyCompression, size: Int) async throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 100) })
    let body = RequestBody(data, contentType: "text/plain")

    let request = try await sent(body, .compress(coding))

    let compressed = try #require(request.bodyInMemory)
    #expect(request.headers["Content-Encoding"] == coding.rawValue)
    #expect(compressed.count < size / 2)
    #expect(request.body?.contentType == "text/plain")
    #expect(request.body?.replay == .fromAnyOffset)
    #expect(try Self.decompressed(compressed, coding) == data)
  }

  @Test func `a short body, one that doesn't become shorter, and none are sent as they are`() async throws {
    let bodies: [Data?] = [Data(), Self.text.prefix(1_023), Self.noise, nil]

    for data in bodies {
      let request = try await sent(data.map { RequestBody($0) })
      #expect(request.bodyInMemory == data ?? Data())
      #expect(!request.headers.contains("Content-Encoding"))
    }
  }

  @Test func `the length from which bodies are compressed can be chosen`() async throws {
    let short = RequestBody(Self.text.prefix(100))

    #expect(try await sent(short, .compress(atLeast: 100)).headers["Content-Encoding"] == "gzip")
    #expect(try await sent(short, .compress(atLeast: 101)).headers["Content-Encoding"] == nil)
    #expect(try await sent(RequestBody(Data()), .compress(atLeast: -1)).headers["Content-Encoding"] == nil)
  }

  @Test(arguments: ["Content-Encoding", "Content-Range", "content-digest", "Repr-Digest", "Digest", "Content-MD5"])
  func `a body that is encoded, a part of one, or has a digest is left alone`(name: String) async throws {
    let request = try await sent(RequestBody(Self.text), headers: HTTPHeaders([.init(name: name, value: "x")]))

    #expect(request.bodyInMemory == Self.text)
    #expect(request.headers[name] == "x")
  }

  @Test func `a file is compressed unless it is long or has trailers`() async throws {
    let folder = try TemporaryFolder()
    try Self.text.write(to: folder.file("short"))
    try Data(count: RequestBody.memoryLimit + 1).write(to: folder.file("long"))

    let short = try await sent(RequestBody(file: folder.file("short"), contentType: "text/plain"))
    let trailed = try await sent(RequestBody(file: folder.file("short")).trailers { [:] })
    let long = try await sent(RequestBody(file: folder.file("long")))
    let missing = try await sent(RequestBody(file: folder.file("missing")))

    #expect(try Self.decompressed(#require(short.bodyInMemory), .gzip) == Self.text)
    #expect(short.body?.contentType == "text/plain")
    #expect(trailed.body?.content == .file(folder.file("short")) && trailed.body?.trailers != nil)
    #expect(long.body?.content == .file(folder.file("long")))
    #expect(missing.body?.content == .file(folder.file("missing")))
  }

  @Test func `the length of the body before isn't sent`() async throws {
    let request = try await sent(RequestBody(Self.text), headers: ["Content-Length": "\(Self.text.count)"])

    #expect(request.headers["Content-Encoding"] == "gzip" && request.headers["Content-Length"] == nil)
  }

  @Test func `a stream is sent as it is`() async throws {
    let body = RequestBody(BodyStream { writer in try await writer.write(Self.text) })

    #expect(try await sent(body).body == body)
  }

  @Test func `it runs once for a call, inside the total limit and outside of retries`() async throws {
    let connector = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])
    let stage = Stage.sending(over: connector)
      .wrapped(in: [.retry(clock: TestClock.immediate()), .compress(), .timeout(total: .seconds(9))])
    var request = try Request("http://h.test/", httpMethod: .put)
    request.body = RequestBody(Self.text)

    let response = try await stage(request)

    #expect(response.statusCode == 200)
    #expect("\(stage)" == "totalTimeout(9s) { compress(gzip) { retry(2) { send } } }")
    #expect(connector.requests.map { $0.headers.values(for: "Content-Encoding") } == [["gzip"], ["gzip"]])
    #expect(connector.requests.first?.body == connector.requests.last?.body)
  }

  @Test func `a cancelled call compresses nothing more, and isn't sent`() async throws {
    let connector = StubConnector(Response())
    let stage = Stage.sending(over: connector).wrapped(in: [.compress()])
    var request = try Request("http://h.test/", httpMethod: .post)
    request.body = RequestBody(Data(count: 1_000_000))

    let call = Task { [request] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage(request)
    }

    let error = await #expect(throws: ConnectionError.self) { try await call.value }
    #expect(error?.type == .cancelled)
    #expect(connector.requests.isEmpty)
  }

  @Test func `the checksums are those of the standards`() {
    #expect(Checksum.crc32(of: Data("123456789".utf8)) == 0xCBF4_3926)
    #expect(Checksum.adler32(of: Data("Wikipedia".utf8)) == 0x11E6_0398)
    #expect(Checksum.adler32(of: Data(repeating: 255, count: 1_000_000)) == 0x3843_E1BE)
    #expect(Checksum.crc32(of: Data()) == 0 && Checksum.adler32(of: Data()) == 1)
  }

  private static func decompressed(_ data: Data, _ coding: BodyCompression) throws -> Data {
    #if os(Linux)
      let made = try ContentDecoder([coding == .gzip ? .gzip : .deflate])
      let decoder = try #require(made)
      var decoded = Data()
      try data.withUnsafeBytes { try decoder.decode($0) { decoded.append(contentsOf: $0) } }
      try decoder.end()
      return decoded
    #else
      // A header surrounds the stream, which is all that Foundation decompresses.
      let stream = coding == .gzip ? data.dropFirst(10).dropLast(8) : data.dropFirst(2).dropLast(4)
      return try (Data(stream) as NSData).decompressed(using: .zlib) as Data
    #endif
  }
}
