import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct HTTPDownloadTests {
  private let server: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
  }

  private struct GetMovie: ConnectionSpec {
    typealias ResponseModel = URL
    let url: String
    let destination: DownloadDestination?
  }

  private func http(_ path: String) -> HTTP {
    HTTP(server.url(path)).callbackInMainThread(false).httpConnector(DefaultHTTPConnector.patient)
  }

  @Test func `promises the file`() async throws {
    server.on(.get, "/movie.mp4", .text("movie"))

    let file = try await http("/movie.mp4").download(to: .directory(folder.url)).value

    #expect(file == folder.file("movie.mp4"))
    #expect(try folder.text(of: "movie.mp4") == "movie")
  }

  @Test func `calls with the file, and gives its connection`() async throws {
    server.on(.get, "/movie.mp4", .text("movie"))
    let (record, recorder) = (Record<URL>(), Recorder())

    let connection: Connection<URL> = http("/movie.mp4").addListener(recorder)
      .download(to: .directory(folder.url)) { record.add($0) }
    await recorder.ended()

    #expect(connection.latestRequest?.destination == .directory(folder.url))
    #expect(record.all == [folder.file("movie.mp4")])
  }

  @Test func `a destination serves any model`() async throws {
    server.on(.get, "/movie.mp4", .text("movie"))

    let response = try await http("/movie.mp4").destination(.file(folder.file("a"))).asResponse().value

    #expect(response.file == folder.file("a"))
  }

  @Test func `is synchronous over a stub`() throws {
    let stub = StubConnector(Response(data: Data("movie".utf8)))

    let promise = http("/movie.mp4").httpConnector(stub).download(to: .directory(folder.url))

    #expect(promise.settled?.value == folder.file("movie.mp4"))
  }

  @Test func `an error status is refused, with its body, and leaves nothing behind`() async throws {
    server.on(.get, "/movie.mp4", .text("sorry", status: 404))

    let outcome = await http("/movie.mp4").download(to: .directory(folder.url)).outcome

    let error = outcome.errorInfo?.error
    #expect(error?.type == .invalidResponse)
    #expect(try error?.response?.text() == "sorry")
    #expect(folder.names == [])
  }

  @Test func `a valid response without a file is a parse error with that reason`() throws {
    let stub = StubConnector(Response(statusCode: 204))

    let promise = http("/movie.mp4").httpConnector(stub).download(to: .directory(folder.url))

    let error = promise.settled?.errorInfo?.error
    #expect(error?.type == .parse)
    #expect((error?.nativeError as? MissingFile)?.description == "the body was not written to a file: 204 (0 bytes)")
  }

  @Test func `a failed download is a network error with its cause`() async throws {
    server.on(.get, "/movie.mp4", .fault(.truncatedBody))

    let outcome = await http("/movie.mp4").download(to: .directory(folder.url)).outcome

    #expect(outcome.errorInfo?.error?.type == .network)
    #expect((outcome.errorInfo?.error?.nativeError as? URLError)?.code == .networkConnectionLost)
    #expect(folder.names == [])
  }

  @Test func `tells its progress`() async throws {
    let (gate, fractions) = (Gate(), Record<Double?>())
    server.on(.get, "/movie.mp4", .data(Data(repeating: 7, count: 1_000_000)).held(at: gate))

    let promise = http("/movie.mp4").download(to: .directory(folder.url))
    promise.progress { _, new in fractions.add(new.fractionReceived) }
    gate.open()
    _ = try await promise.value

    #expect(fractions.all.last == 1)
  }

  @Test func `a cancelled connection leaves nothing behind`() async throws {
    let (gate, begun) = (Gate(), Gate())
    server.on(.get, "/", .body(["half", .silence, "half"]).held(at: gate))
    let connection = Connection(GetMovie(url: server.url(), destination: .file(folder.file("a"))))
    let recorder = Recorder()
    connection.callbackInMainThread = false
    connection.httpConnector = DefaultHTTPConnector.patient
    connection.addListener(recorder)
    connection.start().progress { _, _ in begun.open() }
    gate.open()

    try await begun.wait()
    connection.cancel()
    await recorder.ended()
    // A job of the pool removes the file.
    while !folder.names.isEmpty { await Task.yield() }

    #expect(folder.names == [])
  }

  @Test func `a run that was replaced leaves nothing behind, and the next one's file is whole`() async throws {
    let (gate, begun) = (Gate(), Gate())
    server.on(.get, "/", .body(["half", .silence, "half"]).held(at: gate), .text("whole"))
    let connection = Connection(GetMovie(url: server.url(), destination: .file(folder.file("a"))))
    connection.callbackInMainThread = false
    connection.httpConnector = DefaultHTTPConnector.patient
    let promise = connection.start()
    promise.progress { _, _ in begun.open() }
    gate.open()

    try await begun.wait()
    connection.restart()
    let file = try await promise.value
    while folder.names.count > 1 { await Task.yield() }

    #expect(file == folder.file("a"))
    #expect(folder.names == ["a"])
    #expect(try folder.text(of: "a") == "whole")
  }

  @Test func `a second start writes the file again, if that is allowed`() throws {
    let stub = StubConnector(sequence: ["one", "two", "three"].map { .success(Response(data: Data($0.utf8))) })
    let keeping = Connection(GetMovie(url: server.url(), destination: .file(folder.file("a"))))
    let replacing = Connection(
      GetMovie(url: server.url(), destination: .file(folder.file("a"), options: .removePreviousFile))
    )
    for connection in [keeping, replacing] {
      connection.httpConnector = stub
      connection.callbackInMainThread = false
    }

    let first = keeping.start()
    let second = keeping.start()
    let third = replacing.start()

    #expect(first.settled?.value == folder.file("a"))
    #expect(second.settled?.errorInfo?.error?.type == .invalidRequest)
    #expect(third.settled?.value == folder.file("a"))
    #expect(try folder.text(of: "a") == "three")
  }
}
