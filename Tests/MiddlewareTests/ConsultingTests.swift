import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ConsultingTests {
  private struct Refused: Error {}

  private struct Ping: TargetType {
    let baseURL = URL.of("https://h.test/")
  }

  /// A plugin that writes down what it is asked, and may change it.
  private struct Watching: PluginType {
    let name: String
    let record: Record<String>
    var prepare: @Sendable (Request) throws -> Request = { $0 }
    var process: @Sendable (Result<Response, ConnectionError>) -> Result<Response, ConnectionError> = { $0 }

    func prepare(_ request: Request, target: any TargetType) throws -> Request {
      record.add("\(name).prepare")
      return try prepare(request)
    }

    func willSend(_ request: Request, target: any TargetType) {
      record.add("\(name).willSend \(request.headers["X"] ?? "-") \(type(of: target))")
    }

    func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) {
      record.add("\(name).didReceive \(describe(result))")
    }

    func process(
      _ result: Result<Response, ConnectionError>,
      target: any TargetType
    ) -> Result<Response, ConnectionError> {
      record.add("\(name).process \(describe(result))")
      return process(result)
    }

    private func describe(_ result: Result<Response, ConnectionError>) -> String {
      switch result {
      case .success(let response): "\(response.statusCode)"
      case .failure(let error): "\(error.type)"
      }
    }
  }

  private let record = Record<String>()

  private func send(_ connector: any HTTPConnector, _ plugins: [Watching]) -> ConnectionPromise<Response> {
    Provider<Ping>(plugins: plugins, httpConnector: connector, callbackInMainThread: false).request(Ping())
  }

  @Test func `the plugins are asked in their order: to prepare, and of the sending, the receiving and the result`() {
    let connector = StubConnector(Response(statusCode: 200))
    let plugins = ["a", "b"].map { name in
      Watching(name: name, record: record) { request in
        var request = request
        request.headers["X"] = (request.headers["X"] ?? "") + name
        return request
      }
    }

    let promise = send(connector, plugins)

    #expect(promise.settled?.value?.statusCode == 200)
    #expect(connector.requests.map { $0.headers["X"] } == ["ab"])
    #expect(
      record.all == [
        "a.prepare", "b.prepare", "a.willSend ab Ping", "b.willSend ab Ping", "a.didReceive 200", "b.didReceive 200",
        "a.process 200", "b.process 200",
      ]
    )
  }

  @Test func `a plugin's result is validated`() {
    let mending = Watching(name: "a", record: record, process: { _ in .success(Response(statusCode: 201)) })
    let breaking = Watching(
      name: "b",
      record: record,
      process: { result in
        .failure(ConnectionError(.invalidResponse, nativeError: Refused(), response: try? result.get()))
      }
    )

    let mended = send(StubConnector(Response(statusCode: 500)), [mending])
    let recovered = send(StubConnector.failing(URLError(.timedOut)), [mending])
    let broken = send(StubConnector(), [breaking])

    #expect(mended.settled?.value?.statusCode == 201)
    #expect(recovered.settled?.value?.statusCode == 201)
    #expect(recovered.settled?.value?.request?.url.absoluteString == "https://h.test/")
    #expect(broken.settled?.errorInfo?.error?.type == .invalidResponse)
    #expect(broken.settled?.errorInfo?.error?.nativeError is Refused)
    #expect(broken.settled?.errorInfo?.error?.response?.statusCode == 200)
    #expect(
      record.all.filter { $0.hasPrefix("b.") } == [
        "b.prepare", "b.willSend - Ping", "b.didReceive 200", "b.process 200",
      ]
    )
  }

  @Test(arguments: [false, true])
  func `an answer that comes later is shown, too`(fails: Bool) async {
    let connector = BasicConnector()
    let plugin = Watching(name: "a", record: record, process: { _ in .success(Response(statusCode: 201)) })
    let promise = send(connector, [plugin])
    #expect(record.all == ["a.prepare", "a.willSend - Ping"])

    if fails { connector.fail(URLError(.timedOut)) } else { connector.answer(Response(statusCode: 500)) }

    #expect(await promise.outcome.value?.statusCode == 201)
    #expect(
      record.all.dropFirst(2)
        == (fails ? ["a.didReceive network", "a.process network"] : ["a.didReceive 500", "a.process 500"])
    )
  }

  @Test func `a plugin that cannot prepare the request stops it, before it is sent`() {
    let connector = StubConnector()
    let plugin = Watching(name: "a", record: record, prepare: { _ in throw Refused() })

    let error = send(connector, [plugin, Watching(name: "b", record: record)]).settled?.errorInfo?.error

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is Refused)
    #expect(error?.request?.url.absoluteString == "https://h.test/")
    #expect(connector.requestCount == 0)
    #expect(record.all == ["a.prepare"])
  }

  @Test func `a plugin's header that cannot be sent is an invalid request`() {
    let plugin = Watching(name: "a", record: record) { request in
      var request = request
      request.headers["X"] = "a\r\nY: b"
      return request
    }

    let error = send(StubConnector(), [plugin]).settled?.errorInfo?.error

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? InvalidRequest == .headerValue(name: "X"))
  }

  @Test func `no plugin can make a cancel a success`() async {
    let connector = BasicConnector()
    let plugin = Watching(name: "a", record: record, process: { _ in .success(Response()) })
    let stage = Stage.sending(over: connector).wrapped(in: .plugins([plugin], for: Ping()))
    let task = Task { try await stage(try Ping().request()) }
    while connector.count == 0 { await Task.yield() }

    task.cancel()
    let error = await #expect(throws: ConnectionError.self) { try await task.value }

    #expect(error?.type == .cancelled)
    #expect(record.all.last == "a.didReceive cancelled")
  }

  @Test func `plugins are one middleware of any connection, around its retries`() {
    let connection = Connection(requestSpec: Ping(), responseSpec: PlainText())
    connection.use(.plugins([Watching(name: "a", record: record)], for: Ping()))

    #expect("\(connection)".contains("→ plugins { send } →"))
    #expect("\(Stage.sending(over: StubConnector()).wrapped(in: .plugins([], for: Ping())))" == "plugins { send }")
  }
}
