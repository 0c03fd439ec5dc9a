@testable import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct BodySourceTests {
  @Test func `reads data and files from any place`() throws {
    let data = Data((0..<100).map { UInt8($0) })
    let file = try TemporaryFile(data)
    let sources = [
      BodySource.data(data), .data((Data([9]) + data).dropFirst()), try BodySource(RequestBody(file: file.url)),
    ]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 30, alignment: 1)
    defer { buffer.deallocate() }

    for source in sources {
      #expect(source.length == 100)
      #expect(try source.read(into: buffer, at: 10) == 30)
      #expect(Array(buffer) == Array(10..<40))
      #expect(try source.read(into: buffer, at: 90) == 10)
      #expect(Array(buffer.prefix(10)) == Array(90..<100))
      #expect(try source.read(into: buffer, at: 100) == 0)
      #expect(try source.read(into: buffer, at: 200) == 0)
    }
  }

  @Test(arguments: TestedEngine.allCases)
  func `a file is sent`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data(repeating: 7, count: 200_000))
    let server = try LoopbackServer()
    server.on(.put, "/") { .text("\($0.body.count) \(Set($0.body) == [7]) \($0.headers["Content-Length"] ?? "")") }
    var request = try Request(server.url(), httpMethod: .put)
    request.body = RequestBody(file: file.url, contentType: "image/jpeg")

    let response = try await engine.connector().response(to: request)

    #expect(try response.text() == "200000 true 200000")
    #expect(server.requests.first?.headers["Content-Type"] == "image/jpeg")
  }

  @Test func `a named pipe is read until its end, and then sent`() async throws {
    let pipe = try TemporaryFile(nil)
    #expect(mkfifo(pipe.url.path, 0o600) == 0)
    let server = try LoopbackServer()
    server.on(.put, "/") { .text($0.text) }
    var request = try Request(server.url(), httpMethod: .put)
    request.body = RequestBody(file: pipe.url, isReplayable: false)
    let writer = Thread { try? Data("from a pipe".utf8).write(to: pipe.url) }

    writer.start()
    let response = try await TestedEngine.robust[0].connector().response(to: request)

    #expect(try response.text() == "from a pipe")
  }

  @Test(arguments: TestedEngine.allCases)
  func `a file that is not there is an error, and nothing is sent`(engine: TestedEngine) async throws {
    let server = try LoopbackServer()
    var request = try Request(server.url(), httpMethod: .put)

    request.body = RequestBody(file: URL(fileURLWithPath: "/nowhere/at/all"))
    let missing = try await engine.connector().urlError(of: request)
    request.body = RequestBody(file: FileManager.default.temporaryDirectory)
    let directory = try await engine.connector().urlError(of: request)

    #expect(missing == .fileDoesNotExist)
    #expect(directory == .fileIsDirectory)
    #expect(server.requestCount == 0)
  }

  @Test(arguments: TestedEngine.robust)
  func `a file that becomes shorter while it is sent is an error`(engine: TestedEngine) async throws {
    let file = try TemporaryFile(Data(repeating: 7, count: 100))
    let source = try BodySource(RequestBody(file: file.url))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
    defer { buffer.deallocate() }

    try FileHandle(forWritingTo: file.url).truncate(atOffset: 10)

    #expect(try source.read(into: buffer, at: 0) == 10)
    let error = #expect(throws: URLError.self) { try source.read(into: buffer, at: 10) }
    #expect(error?.code == .requestBodyStreamExhausted)
  }
}
