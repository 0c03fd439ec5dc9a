import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct SavingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request(_ httpMethod: HTTPMethod = .get, to destination: DownloadDestination? = nil) throws -> Request {
    var request = try Request("http://h.test/p/movie.mp4", httpMethod: httpMethod)
    request.destination = destination ?? .file(folder.file("a"))
    return request
  }

  private func send(_ response: Response, for request: Request) throws -> Response {
    try Pipeline(Stage.sending(over: StubConnector(response))).runSynchronously(request)
  }

  @Test func `a body that a connector leaves in memory is written, without suspending`() throws {
    let response = try send(Response(data: Data("movie".utf8)), for: request())

    #expect(response.file == folder.file("a"))
    #expect(response.data.isEmpty)
    #expect(response.request == (try request()))
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "movie")
  }

  @Test func `a body that a connector streams is written as it arrives`() async throws {
    let (stream, writer) = ResponseStream.make()
    let request = try request()
    let call = Task { [folder] in
      try await Stage.sending(over: StubConnector(Response(stream: stream)))(request).file == folder.file("a")
    }

    // The second piece waits until the first is read.
    try await writer.write(Data(count: 1 << 20))
    try await writer.write(Data("movie".utf8))
    let before = folder.names
    writer.finish(trailers: ["X-Sum": "1"])

    #expect(try await call.value)
    #expect(before.count == 1 && before != ["a"])
    #expect(folder.names == ["a"])
    #expect(try Data(contentsOf: folder.file("a")).count == (1 << 20) + 5)
  }

  @Test func `a stream that fails, or whose call is cancelled, leaves no file`() async throws {
    let (failing, failed) = ResponseStream.make()
    let (stream, writer) = ResponseStream.make()
    let request = try request()
    let cancelled = Task { try await Stage.sending(over: StubConnector(Response(stream: stream)))(request) }

    try await writer.write(Data(count: 1 << 20))
    cancelled.cancel()
    let cancellation = await #expect(throws: ConnectionError.self) { try await cancelled.value }
    failed.fail(URLError(.networkConnectionLost))
    let error = await #expect(throws: ConnectionError.self) {
      try await Stage.sending(over: StubConnector(Response(stream: failing)))(request)
    }

    #expect(cancellation?.isCancelled == true)
    #expect(error?.urlError?.code == .networkConnectionLost && error?.response?.statusCode == 200)
    #expect(folder.names.isEmpty)
  }

  @Test func `without a destination nothing is written`() throws {
    var request = try request()
    request.destination = nil

    let response = try send(Response(data: Data("movie".utf8)), for: request)

    #expect(response.file == nil)
    #expect(response.data == Data("movie".utf8))
    #expect(folder.names == [])
  }

  @Test func `a file that the connector wrote is left where it is`() throws {
    let response = try send(Response(file: folder.file("elsewhere")), for: request())

    #expect(response.file == folder.file("elsewhere"))
    #expect(folder.names == [])
  }

  @Test func `an empty body of success is an empty file`() throws {
    _ = try send(Response(statusCode: 201), for: request())

    #expect(try folder.text(of: "a") == "")
  }

  @Test(arguments: [(404, HTTPMethod.get), (302, .get), (204, .get), (200, .head)])
  func `a failure, and a response that can't have a body, stay in memory`(status: Int, method: HTTPMethod) throws {
    let response = try send(Response(statusCode: status, data: Data("sorry".utf8)), for: request(method))

    #expect(response.file == nil)
    #expect(response.data == Data("sorry".utf8))
    #expect(folder.names == [])
  }

  @Test func `the request's address names the file where the response has none`() throws {
    let destination = DownloadDestination.directory(folder.url)
    let other = try URL(http: "http://h.test/other.mp4")

    let response = try send(Response(), for: request(to: destination))
    let named = try send(Response(url: other), for: request(to: destination))

    #expect(response.file == folder.file("movie.mp4"))
    #expect(named.file == folder.file("other.mp4"))
  }

  @Test func `what cannot be written is an invalid request, with the response`() throws {
    try folder.write("old", to: "a")

    let error = #expect(throws: ConnectionError.self) { try send(Response(data: Data("new".utf8)), for: request()) }

    #expect(error?.type == .invalidRequest)
    #expect((error?.nativeError as? URLError)?.code == .cannotCreateFile)
    #expect(error?.response?.data == Data("new".utf8))
    #expect(error?.request == (try request()))
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "old")
  }

  @Test func `an error of the closure that chooses a file is a network error`() throws {
    let destination = DownloadDestination.choosing { _ in throw Mishap.broken }

    let error = #expect(throws: ConnectionError.self) { try send(Response(), for: request(to: destination)) }

    #expect(error?.type == .network)
    #expect(error?.nativeError as? Mishap == .broken)
  }

  @Test func `the late answer of a cancelled exchange is not written`() async throws {
    let connector = BasicConnector()
    let promise = Pipeline(Stage.sending(over: connector)).start(try request())

    promise.cancel()
    await connector.cancelled()
    connector.answer(Response(data: Data("late".utf8)))
    _ = await promise.outcome

    #expect(folder.names == [])
  }

  @Test func `the file of a download that arrives after a cancellation is removed`() async throws {
    let connector = BasicConnector()
    guard case .suspended(let rest) = try Stage.sending(over: connector).run(request()) else { return }
    try folder.write("late", to: "b")
    connector.answer(Response(file: folder.file("b")))

    let task = Task { () throws(ConnectionError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await rest()
    }

    await #expect(throws: ConnectionError.self) { try await task.value }
    #expect(folder.names == [])
  }

  @Test func `an answer whose task was cancelled before it could be heard is not written`() async throws {
    let connector = BasicConnector()
    guard case .suspended(let rest) = try Stage.sending(over: connector).run(request()) else { return }
    connector.answer(Response(data: Data("late".utf8)))

    let task = Task { () throws(ConnectionError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await rest()
    }

    let error = await #expect(throws: ConnectionError.self) { try await task.value }
    #expect(error?.type == .cancelled)
    #expect(folder.names == [])
  }

  @Test func `an answer that comes later is written, too`() async throws {
    let connector = BasicConnector()
    let promise = Pipeline(Stage.sending(over: connector)).start(try request())

    connector.answer(Response(data: Data("movie".utf8)))

    #expect(try await promise.value.file == folder.file("a"))
    #expect(try folder.text(of: "a") == "movie")
  }

  @Test func `middleware sees the file, and the try that failed leaves none`() async throws {
    let connector = StubConnector(sequence: [
      .failure(URLError(.timedOut)), .success(Response(data: Data("movie".utf8))),
    ])
    let files = Record<URL?>()
    let again = Middleware("again") { request, next in
      guard let response = try? await next(request) else { return try await next(request) }
      return response
    }
    let watching = Middleware("watch", at: .attempt) { request, next in
      let response = try await next(request)
      files.add(response.file)
      return response
    }

    let stage = Stage.sending(over: connector).wrapped(in: [watching, again])
    let response = try await Pipeline(stage)(request())

    #expect(response.file == folder.file("a"))
    #expect(files.all == [folder.file("a")])
  }
}
