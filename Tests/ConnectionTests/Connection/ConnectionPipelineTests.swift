import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The stages of a connection as a value: read, printed, changed.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionPipelineTests {
  private let recorder = Recorder()

  private func connection(_ response: Response = Response(data: Data("pong".utf8))) -> Connection<String> {
    .probe(Probe(recorder: recorder), over: StubConnector(response))
  }

  private func noting<Value>(_ name: String) -> Stage<Value, Value> {
    .notifying(name) { [recorder] (_: Value) in recorder.record(name) }
  }

  @Test func `it prints the stages in their order, with middleware and with changes`() {
    let connection = connection().use(.retry())
    let unchanged = "\(connection)"

    connection.transform { [self] pipeline in
      pipeline.insert(noting("a"), after: \.validate)
      pipeline.insert(noting("b"), before: \.parse)
      pipeline.insert(noting("c"), before: \.exchange)
      pipeline.remove(\.validate)
      pipeline.insert(noting("d"), after: \.onReceived)
      pipeline.insert(noting("e"), before: \.deliver)
    }

    #expect(
      unchanged
        == "makeRequest → onStart → retry(2) { send } → onReceived → validate → parse → onReceivedModel → deliver"
    )
    #expect(
      "\(connection.pipeline)"
        == "makeRequest → onStart → c → retry(2) { send } → onReceived → d → b → parse → onReceivedModel → e → deliver"
    )
    #expect("\(connection)" == "\(connection.pipeline)")
    #expect(connection.mermaid.contains("subgraph"))
  }

  @Test func `a stage runs where it was inserted`() {
    let connection = connection().transform { [self] pipeline in
      pipeline.insert(noting("after makeRequest"), after: \.makeRequest)
      pipeline.insert(noting("before onStart"), before: \.onStart)
      pipeline.insert(noting("after onStart"), after: \.onStart)
      pipeline.insert(noting("after exchange"), after: \.exchange)
      pipeline.insert(noting("before onReceived"), before: \.onReceived)
      pipeline.insert(noting("after onReceived"), after: \.onReceived)
      pipeline.insert(noting("after validate"), after: \.validate)
      pipeline.insert(noting("after parse"), after: \.parse)
      pipeline.insert(noting("before onReceivedModel"), before: \.onReceivedModel)
      pipeline.insert(noting("after onReceivedModel"), after: \.onReceivedModel)
      pipeline.insert(noting("before deliver"), before: \.deliver)
    }

    let promise = connection.start()

    #expect(promise.settled?.value == "pong")
    #expect(
      recorder.events == [
        "after makeRequest", "before onStart", "onStart", "after onStart", "after exchange", "before onReceived",
        "onReceived", "after onReceived", "validate", "after validate", "parseResponse", "after parse",
        "before onReceivedModel", "onReceivedModel", "after onReceivedModel", "before deliver", "success",
        "afterSuccess", "onEnd",
      ]
    )
  }

  @Test func `a stage's output is passed on`() {
    let connection = connection().transform { pipeline in
      pipeline.insert(
        Stage("unwrap", failing: .parse) { (response: Response) in
          var response = response
          response.data = Data("<".utf8) + response.data
          return response
        },
        after: \.validate
      )
      pipeline.insert(Stage("close", failing: .parse) { (model: String) in model + ">" }, after: \.onReceivedModel)
    }

    #expect(connection.start().settled?.value == "<pong>")
  }

  @Test func `stages can be replaced and removed, and the events remain`() {
    let connection = connection(Response(statusCode: 500)).transform { pipeline in
      pipeline.replace(\.exchange, with: .sending(over: StubConnector(Response(statusCode: 404))))
      pipeline.replace(\.parse, with: .parsing { "status \($0.statusCode)" })
      pipeline.remove(\.validate)
    }

    let promise = connection.start()

    #expect(promise.settled?.value == "status 404")
    #expect(recorder.events == ["onStart", "onReceived", "onReceivedModel", "success", "afterSuccess", "onEnd"])
  }

  @Test(arguments: [
    (ConnectionErrorType.network, "onNetworkError"), (.invalidResponse, "onResponseError"), (.parse, "onParseError"),
  ])
  func `a stage that throws fails the connection by its type, with the evidence`(
    type: ConnectionErrorType,
    event: String
  ) {
    struct Mine: Error {}
    let connection = connection().transform {
      $0.insert(Stage("mine", failing: type) { (_: Response) in throw Mine() }, after: \.validate)
    }

    let error = connection.start().settled?.errorInfo?.error

    #expect(error?.type == type)
    #expect(error?.nativeError is Mine)
    #expect(error?.request?.url.absoluteString == "http://probe.test/")
    #expect(error?.response?.statusCode == 200)
    #expect(recorder.events == ["onStart", "onReceived", "validate", event, "afterError", "onEnd"])
  }

  @Test func `a veto holds whatever was changed`() {
    recorder.veto("onReceivedModel")
    let connection = connection().transform { $0.remove(\.validate) }

    #expect(connection.start().settled?.errorInfo?.error?.type == .validation)
  }

  @Test func `while an inserted stage waits, a restart takes the run's place`() async throws {
    let isWaiting = Gate()
    let runs = Locked(0)
    let connection = connection().transform {
      $0.insert(
        Stage("wait", failing: .parse) { (response: Response) async throws in
          let run = runs.withLock { runs in
            runs += 1
            return runs
          }
          if run == 1 {
            isWaiting.open()
            try await Task.sleep(for: .seconds(1_000))
          }
          return response
        },
        after: \.validate
      )
    }

    let promise = connection.start()
    try await isWaiting.wait()
    connection.restart()
    let value = try await promise.value
    await recorder.ended()

    #expect(value == "pong")
    #expect(
      recorder.events == [
        "onStart", "onReceived", "validate", "onReceived", "validate", "parseResponse", "onReceivedModel", "success",
        "afterSuccess", "onEnd",
      ]
    )
  }

  @Test func `an exchange that was put in reports to the connection, and is cancelled with it`() async throws {
    let connector = BasicConnector()
    let connection = connection().transform { $0.replace(\.exchange, with: .sending(over: connector)) }

    let promise = connection.start()
    connection.cancel()
    await connector.cancelled()

    #expect(await promise.outcome.errorInfo?.isCancelled == true)
    #expect(connector.log.all == ["execute", "cancel"])
  }

  @Test func `an exchange that was put in is suspended with the connection, and its progress is the promise's`()
    async throws
  {
    let connector = ManualConnector()
    let connection = connection().transform { $0.replace(\.exchange, with: .sending(over: connector)) }

    let promise = connection.start()
    try await connector.begun(1)
    while connector.events.isEmpty {
      connection.suspend()
      await Task.yield()
    }
    connector.progress(0, TransferProgress(received: 7))
    connection.resume()
    try await connector.told(.resume(0))
    connector.answer(0, Response(data: Data("pong".utf8)))

    #expect(try await promise.value == "pong")
    #expect(promise.latestProgress?.received == 7)
    #expect(connector.events.first == .suspend(0))
  }

  @Test func `a request of a transformed connection doesn't keep the connection`() async throws {
    weak var gone: Connection<String>?
    let request = Locked<Request?>(nil)
    do {
      let connection = connection().transform {
        $0.insert(
          Stage.notifying("keep") { (response: Response) in request.withLock { $0 = response.request } },
          after: \.exchange
        )
      }
      gone = connection
      _ = await connection.start().outcome
      await recorder.ended()
    }

    #expect(request.withLock { $0 } != nil)
    #expect(gone == nil)
  }

  @Test func `a repeated request is not created again`() throws {
    let made = Locked(0)
    let connection = connection().transform {
      $0.insert(
        Stage("count") { (request: Request) in
          made.withLock { $0 += 1 }; return request
        },
        after: \.makeRequest
      )
    }

    connection.start()
    connection.repeatRequest()
    connection.restart()

    #expect(made.withLock { $0 } == 2)
    #expect(recorder.events.count { $0 == "onEnd" } == 3)
  }

  @Test func `the configuration changes the stages of every connection, before its own changes`() {
    let config = ConnectionConfig()
    config.callbackInMainThread = false
    config.transform = { $0.insert(.notifying("shared") { (_: Response) in }, after: \.validate) }
    let connection = Connection<Response>(Plain(url: "http://h.test/"), AnyResponse(), nil, options: config.shared)

    connection.transform { $0.insert(.notifying("own") { (_: Response) in }, before: \.parse) }

    #expect(
      "\(connection)"
        == "makeRequest → onStart → send → onReceived → validate → shared → own → parse → onReceivedModel → deliver"
    )
  }

  /// What a connection does with a response, and what its stages do by hand, must be the same.
  @Test(arguments: [200, 404], [nil, "onReceived", "onReceivedModel"])
  func `a pipeline written by hand of the same stages does the same`(status: Int, veto: String?) throws {
    let connector = StubConnector(Response(statusCode: status, data: Data("pong".utf8)))
    if let veto { recorder.veto(veto) }
    let probe = Probe(recorder: recorder)
    let byHand = Recorder()
    if let veto { byHand.veto(veto) }
    let own = Probe(recorder: byHand)
    let task = Connection.probe(probe, over: connector)
    let pipeline = Pipeline {
      Stage.makingRequest(from: own)
      Stage.notifying("onStart") { (request: Request) in byHand.onStart(connection: task, request: request) }
      Stage.sending(over: connector)
      Stage.notifying("onReceived", failing: .invalidResponse) { (response: Response) in
        if !byHand.onReceived(connection: task, response: response) { throw Rejection(by: "test") }
      }
      Stage.validating(by: own)
      Stage.parsing(by: own)
      Stage.notifying("onReceivedModel", failing: .validation) { (model: String) in
        if !byHand.onReceivedModel(connection: task, responseModel: model) { throw Rejection(by: "test") }
      }
      Stage.delivering { (_: String) in byHand.record("success") }
    }

    let outcome = task.start().settled
    let result = Result { () throws(ConnectionError) in try pipeline.runSynchronously(()) }

    let events = recorder.events.prefix { !["afterSuccess", "afterError"].contains($0) && !$0.hasSuffix("Error") }
    #expect(Array(events) == byHand.events)
    #expect(outcome?.value == (try? result.get()))
    #expect(outcome?.errorInfo?.error?.type == result.failure?.type)
    if veto != "onReceivedModel" {
      #expect(outcome?.errorInfo?.error?.response?.statusCode == result.failure?.response?.statusCode)
    }
    #expect("\(pipeline)" == "\(task)")
  }
}

private struct AnyResponse: ResponseSpec {
  typealias ResponseModel = Response
}

extension Result where Failure == ConnectionError {
  fileprivate var failure: ConnectionError? { if case .failure(let error) = self { error } else { nil } }
}
