import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The life of a connection whose response is streamed.
@Suite(.timeLimit(.minutes(1)))
struct StreamedConnectionTests {
  private struct Feed: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    let url = "http://probe.test/"
  }

  private struct Refusing: ConnectionSpec {
    typealias ResponseModel = ResponseStream
    let url = "http://probe.test/"

    func validate(response: Response) -> Bool { false }
  }

  private let recorder = Recorder()
  private let holder = ConnectionHolder()
  private let writers = ObservedValue<[ResponseStreamWriter]>([])

  /// Answers each request with a stream that the test writes.
  private var connector: any HTTPConnector {
    let writers = writers
    return StubConnector { _ in
      let (stream, writer) = ResponseStream.make()
      writers.update { $0.append(writer) }
      return Response(stream: stream)
    }
  }

  private func connection<S: ConnectionSpec>(
    _ spec: S = Feed(),
    over connector: (any HTTPConnector)? = nil
  ) -> Connection<ResponseStream> where S.ResponseModel == ResponseStream {
    let connection = Connection(spec)
    connection.httpConnector = connector ?? self.connector
    connection.callbackInMainThread = false
    connection.holder = holder
    return connection.addListener(recorder).addResponseListener(recorder).addErrorListener(recorder)
  }

  private static let head = ["onStart", "onReceived", "onReceivedModel", "afterSuccess"]

  @Test func `the promise settles at the head, and the call ends with the stream`() async throws {
    let connection = connection()

    let stream = try await connection.start().value
    let events = recorder.events
    let isHeld = holder.contains(connection)
    try await writers.value[0].write(Data("one".utf8))
    writers.value[0].finish()
    await recorder.ended()

    #expect(events == Self.head)
    #expect(isHeld)
    #expect(recorder.events == Self.head + ["onEnd"])
    #expect(recorder.error == nil)
    #expect(!holder.contains(connection))
    #expect(try await stream.collect(upTo: 10) == Data("one".utf8))
  }

  @Test func `the error of the end is the stream's`() async throws {
    let connection = connection()
    let stream = try await connection.start().value

    writers.value[0].fail(URLError(.networkConnectionLost))
    await recorder.ended()

    #expect(recorder.events == Self.head + ["onEnd"])
    #expect((recorder.error?.nativeError as? URLError)?.code == .networkConnectionLost)
    await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 10) }
  }

  @Test func `its end passes on the head and the stream, and retains neither`() async throws {
    let models = ObservedValue<[String]>([])
    let connection = connection()
    connection.addOnEnd { response, stream, error in
      models.update { $0.append("\(response?.statusCode ?? 0) \(stream != nil) \(String(describing: error?.type))") }
    }

    _ = try await connection.start().value
    await recorder.ended()

    try await models.wait { !$0.isEmpty }
    #expect(models.value == ["200 true Optional(\(ConnectionErrorType.cancelled))"])
    #expect(recorder.error?.type == .cancelled)
  }

  @Test(arguments: ["connection", "holder"])
  func `cancelling reaches the stream`(way: String) async throws {
    let connection = connection()
    let stream = try await connection.start().value
    let reading = Task { try await stream.collect(upTo: 10) }

    if way == "holder" { holder.cancelAll() } else { connection.cancel() }
    await recorder.ended()

    let error = await #expect(throws: ConnectionError.self) { try await reading.value }
    #expect(error?.type == .cancelled)
    #expect(recorder.error?.type == .cancelled)
    #expect(recorder.events == Self.head + ["onEnd"])
    #expect(connection.latestRequest?.delivery == .stream)
  }

  @Test func `the promise's cancel does nothing after the head, and neither does an interruption`() async throws {
    let connection = connection()
    let promise = connection.start()
    let stream = try await promise.value

    promise.cancel()
    connection.interrupt()
    connection.breakInterruption()
    try await writers.value[0].write(Data("one".utf8))
    writers.value[0].finish()

    #expect(try await stream.collect(upTo: 10) == Data("one".utf8))
    await recorder.ended()
    #expect(recorder.error == nil)
  }

  @Test func `a restart ends the stream as cancelled, and then begins a new call`() async throws {
    let connection = connection()
    let first = try await connection.start().value

    let second = try await connection.restart().value
    try await writers.value[1].write(Data("two".utf8))
    writers.value[1].finish()
    await recorder.ended(2)

    let error = await #expect(throws: ConnectionError.self) { try await first.collect(upTo: 10) }
    #expect(error?.type == .cancelled)
    #expect(try await second.collect(upTo: 10) == Data("two".utf8))
    #expect(recorder.events == Self.head + ["onEnd"] + Self.head + ["onEnd"])
    #expect(recorder.error == nil)
  }

  @Test func `a listener that restarts at the end begins a new call`() async throws {
    let connection = connection()
    recorder.once("onEnd") { $0.restart() }
    _ = try await connection.start().value

    await recorder.ended(2)

    #expect(recorder.events == Self.head + ["onEnd"] + Self.head + ["onEnd"])
  }

  @Test func `cancelling within the success hook ends the call as cancelled`() async throws {
    let connection = connection()
    recorder.once("afterSuccess") { $0.cancel() }

    let stream = try await connection.start().value
    await recorder.ended()

    let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 10) }
    #expect(error?.type == .cancelled)
    #expect(recorder.events == Self.head + ["onEnd"])
  }

  @Test func `a stream that has ended before its promise is settled ends the call at once`() async throws {
    let connection = connection(over: StubConnector(Response(data: Data("all".utf8))))

    let stream = try await connection.start().value
    await recorder.ended()

    #expect(recorder.error == nil)
    #expect(try await stream.collect(upTo: 10) == Data("all".utf8))
  }

  @Test func `suspending, resuming and cancelling reach the transfer after its head`() async throws {
    let connector = HeadConnector()
    let connection = connection(over: connector)
    let stream = try await connection.start().value

    connection.suspend()
    connection.resume()
    connection.cancel()
    await recorder.ended()

    // A transfer may be told twice while its stream begins on another thread.
    let told = connector.log.all
    #expect(
      told.indices.filter { $0 == 0 || told[$0] != told[$0 - 1] }.map { told[$0] } == ["suspend", "resume", "cancel"]
    )
    #expect(!stream.buffer.isOpen)
    connection.suspend()
    #expect(connector.log.all.count == told.count)
  }

  @Test func `a stream that is refused is stopped, and the body of an error is in the error`() async throws {
    let refused = connection(Refusing())
    let missing = connection(over: StubConnector(Response(statusCode: 404, data: Data("sorry".utf8))))

    let first = await refused.start().outcome.errorInfo?.error
    let second = await missing.start().outcome.errorInfo?.error

    #expect(first?.type == .invalidResponse)
    #expect(first?.response?.stream == nil)
    await #expect(throws: ConnectionError.self) { try await writers.value[0].write(Data([1])) }
    #expect(second?.response?.data == Data("sorry".utf8))
  }

  @Test func `a real stream continues until the connection is cancelled`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .chunked(["one\n", "two\n", .silence]))
    let (holder, recorder) = (holder, recorder)

    var lines: [String] = []
    let error = await #expect(throws: ConnectionError.self) {
      for try await line in HTTP(server.url()).holder(holder).addListener(recorder).lines() {
        lines.append(line)
        if lines.count == 2 { holder.cancelAll() }
      }
    }

    #expect(lines == ["one", "two"])
    #expect(error?.type == .cancelled)
    await recorder.ended()
    try await server.waitForClosedConnections(1)
  }

  @Test func `a spec of two parts, a chain and a provider ask for a stream by the model alone`() async throws {
    let stub = StubConnector(Response(data: Data("{\"a\":1}\n{\"a\":2}\n".utf8)))
    struct Parts: ResponseSpec { typealias ResponseModel = ResponseStream }
    let parts = Connection(requestSpec: Plain(url: "http://probe.test/"), responseSpec: Parts())
    parts.httpConnector = stub

    let first = try await parts.start().value.collect(upTo: 100)
    let second = try await HTTP("http://probe.test/").httpConnector(stub).fetchStream().value.collect(upTo: 100)
    var numbers: [Int] = []
    for try await entry in HTTP("http://probe.test/").httpConnector(stub).jsonLines([String: Int].self) {
      numbers.append(entry["a"] ?? 0)
    }

    #expect(first == second)
    #expect(numbers == [1, 2])
    #expect(stub.requests.allSatisfy { $0.delivery == .stream })
  }
}

/// Answers at the head, from another thread, with a stream that never ends by itself.
private final class HeadConnector: AsyncHTTPConnector {
  private final class Exchange: HTTPExchange {
    let log: Record<String>

    init(_ log: Record<String>) { self.log = log }

    func cancel() { log.add("cancel") }
    func suspend() { log.add("suspend") }
    func resume() { log.add("resume") }
  }

  let log = Record<String>()
  private let writers = Locked<[ResponseStreamWriter]>([])

  func response(to request: Request) async throws -> Response { Response() }

  func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let (stream, writer) = ResponseStream.make()
    writers.withLock { $0.append(writer) }
    Task { complete(.success(Response(stream: stream))) }
    return Exchange(log)
  }
}
