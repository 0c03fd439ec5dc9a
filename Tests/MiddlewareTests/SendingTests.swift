import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct SendingTests {
  private func request() throws -> Request { Request(url: try URL(http: "http://h.test/")) }

  @Test func `a connector that answers at once does not make the pipeline suspend`() throws {
    let pipeline = Pipeline(Stage.sending(over: StubConnector(Response(statusCode: 201))))

    let response = try pipeline.runSynchronously(try request())

    #expect(response.statusCode == 201)
    #expect(response.request == (try request()))
  }

  /// Otherwise a race would decide whether hooks run on the caller's thread, which may be the main thread.
  @Test func `an answer from another thread suspends the pipeline, however early it comes`() async throws {
    let place = Locked<ThreadId?>(nil)
    let pipeline = Pipeline {
      Stage.sending(over: Elsewhere())
      Stage("look", failing: .parse) { (response: Response) in place.withLock { $0 = .current } }
    }

    let (thread, promise) = try await withCheckedThrowingContinuation { started in
      Thread.detachNewThread {
        started.resume(with: Result { (ThreadId.current, pipeline.start(try request())) })
      }
    }
    try await promise.value

    #expect(place.withLock { $0 } != nil)
    #expect(place.withLock { $0 } != thread)
  }

  @Test func `a request that the connector names is kept`() throws {
    let other = Request(url: try URL(http: "http://other.test/"))
    let pipeline = Pipeline(Stage.sending(over: StubConnector(Response(request: other))))

    #expect(try pipeline.runSynchronously(try request()).request == other)
  }

  @Test func `an error of the connector is a network error with the request`() throws {
    let pipeline = Pipeline(Stage.sending(over: StubConnector.failing(URLError(.cannotConnectToHost))))

    let error = #expect(throws: ConnectionError.self) { try pipeline.runSynchronously(try request()) }

    #expect(error?.type == .network)
    #expect((error?.nativeError as? URLError)?.code == .cannotConnectToHost)
    #expect(error?.request == (try request()))
  }

  @Test func `a connector that drops its callback at once fails at once`() throws {
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.sending(over: Forgetful())).runSynchronously(try request())
    }

    #expect(error?.type == .network)
    #expect(error?.nativeError is DroppedCallback)
  }

  @Test func `a cancel cancels the exchange, and its late answer is not heard`() async throws {
    let connector = BasicConnector()
    let pipeline = Pipeline(Stage.sending(over: connector))
    let promise = pipeline.start(try request())

    promise.cancel()
    await connector.cancelled()
    connector.answer(Response())

    #expect(promise.settled?.errorInfo?.error?.type == .cancelled)
  }

  @Test func `over a real server it sends and receives`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/ping", .text("pong"))
    let pipeline = Pipeline {
      Stage.sending(over: DefaultHTTPConnector.patient)
      Stage.accepting(200..<300)
      Stage.parsing { try $0.text() }
    }

    let text = try await pipeline(Request(url: try URL(http: "http://127.0.0.1:\(server.port)/ping")))

    #expect(text == "pong")
  }
}

/// Answers on another thread, before `start` returns.
private final class Elsewhere: HTTPConnector {
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    let answered = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      complete(Response(), nil)
      answered.signal()
    }
    answered.wait()
  }

  func cancel() {}
}

private final class Forgetful: HTTPConnector {
  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {}
  func cancel() {}
}
