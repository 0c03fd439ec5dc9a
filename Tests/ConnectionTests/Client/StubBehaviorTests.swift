import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct StubBehaviorTests {
  private enum Pets: TargetType {
    case cat
    case dog

    var baseURL: URL { .of("https://pets.test") }
    var sampleData: Data { Data("\(self)".utf8) }
  }

  private func provider(_ stub: StubBehavior) -> Provider<Pets> { Provider(stub: stub, callbackInMainThread: false) }

  @Test func `an immediate stub answers with the target's sample, before the request returns`() {
    let promise = provider(.immediate).request(.cat)

    #expect(promise.settled?.value?.statusCode == 200)
    #expect(promise.settled?.value?.data == Data("cat".utf8))
    #expect(promise.settled?.value?.request?.url.absoluteString == "https://pets.test")
  }

  @Test func `a stub that never answers leaves the request to the connector`() {
    let connector = StubConnector(Response(data: Data("real".utf8)))
    let provider = Provider<Pets>(httpConnector: connector, callbackInMainThread: false)

    let promise: ConnectionPromise<String> = provider.request(.cat)

    #expect(promise.settled?.value == "real")
    #expect(connector.requestCount == 1)
  }

  @Test func `each target may be stubbed in its own way`() {
    let connector = StubConnector(Response(data: Data("real".utf8)))
    let provider = Provider<Pets>(
      stub: { $0 == .cat ? .immediate : .never },
      httpConnector: connector,
      callbackInMainThread: false
    )

    let texts = [Pets.cat, .dog, .cat].map { provider.request($0, as: String.self).settled?.value }

    #expect(texts == ["cat", "real", "cat"])
    #expect(connector.requestCount == 1)
  }

  @Test func `a delayed stub answers after its delay, on its clock`() async throws {
    let clock = TestClock()
    let promise = provider(.delayed(.seconds(2), clock: clock)).request(.dog, as: String.self)

    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(1_999))
    #expect(promise.settled == nil)
    clock.advance(by: .milliseconds(1))

    #expect(try await promise.value == "dog")
    #expect(clock.waits == [.seconds(2)])
  }

  @Test func `a delayed stub is cancelled with its request`() async throws {
    let clock = TestClock()
    let promise = provider(.delayed(.seconds(2), clock: clock)).request(.dog)
    try await clock.waitForSleepers(1)

    promise.cancel()

    #expect(await promise.outcome.errorInfo?.error?.type == .cancelled)
  }

  @Test func `a stub may answer with another status, another response, or an error`() {
    let status = provider(.immediate.answering(.networkResponse(404, Data("none".utf8)))).request(.cat)
    let response = Response(statusCode: 201, headers: ["X-A": "1"])
    let whole = provider(.immediate.answering(.response(response))).request(.cat)
    let error = provider(.immediate.answering(.networkError(URLError(.timedOut)))).request(.cat)

    #expect(status.settled?.errorInfo?.error?.type == .invalidResponse)
    #expect(status.settled?.errorInfo?.error?.response?.data == Data("none".utf8))
    #expect(whole.settled?.value?.headers["x-a"] == "1")
    #expect(error.settled?.errorInfo?.error?.type == .network)
    #expect((error.settled?.errorInfo?.error?.nativeError as? URLError)?.code == .timedOut)
  }

  @Test func `a stub may answer in sequence, and then no more`() {
    let provider = provider(
      .immediate.answering(sequence: [
        .networkError(URLError(.timedOut)), .networkResponse(503, Data()), .networkResponse(200, Data("at last".utf8)),
      ])
    )

    let promises = (1...4).map { _ in provider.request(.cat, as: String.self) }

    #expect(promises.map { $0.settled?.errorInfo?.error?.type } == [.network, .invalidResponse, nil, .network])
    #expect(promises[2].settled?.value == "at last")
    #expect(promises[3].settled?.errorInfo?.error?.nativeError as? StubExhausted == StubExhausted(count: 3))
  }

  @Test func `a delay and an answer go together`() async throws {
    let stub = StubBehavior.delayed(.seconds(1), clock: TestClock.immediate())

    let error = await provider(stub.answering(.networkError(URLError(.notConnectedToInternet)))).request(.cat).outcome
      .errorInfo?.error

    #expect((error?.nativeError as? URLError)?.code == .notConnectedToInternet)
  }

  @Test func `the endpoint's answer goes before the target's, and the stub's before both`() {
    let endpoint: Provider<Pets>.EndpointClosure = { target in
      Endpoint(target).replacing(sampleResponse: .networkResponse(200, Data("endpoint".utf8)))
    }
    let byEndpoint = Provider<Pets>(endpoint: endpoint, stub: { _ in .immediate }, callbackInMainThread: false)
    let byStub = Provider<Pets>(
      endpoint: endpoint,
      stub: { _ in .immediate.answering(.networkResponse(200, Data("stub".utf8))) },
      callbackInMainThread: false
    )

    #expect(byEndpoint.request(.cat, as: String.self).settled?.value == "endpoint")
    #expect(byStub.request(.cat, as: String.self).settled?.value == "stub")
  }
}
