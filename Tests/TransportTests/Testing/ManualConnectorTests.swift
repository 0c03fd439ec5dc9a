import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct ManualConnectorTests {
  private func call(_ connector: ManualConnector) -> ConnectionPromise<String> {
    HTTP("https://api.test/").httpConnector(connector).callbackInMainThread(false).asString()
  }

  @Test func `exchanges are answered one by one, in any order`() async throws {
    let connector = ManualConnector()
    let (first, second) = (call(connector), call(connector))
    try await connector.begun(2)

    connector.answer(1, Response(data: Data("second".utf8)))
    connector.fail(0, URLError(.timedOut))

    #expect(try await second.value == "second")
    #expect(await first.outcome.errorInfo?.error?.type == .network)
    #expect(connector.open.isEmpty)
    #expect(connector.peak == 2)
  }

  @Test(arguments: [true, false]) func `a cancelled exchange ends if the connector ends it`(ends: Bool) async throws {
    let connector = ManualConnector(endsCancelled: ends)
    let promise = call(connector)
    try await connector.begun(1)

    promise.cancel()
    try await connector.told(.cancel(0))

    #expect(connector.open == (ends ? [] : [0]))
    #expect(Set(connector.events) == [.cancel(0)])
  }

  @Test func `what is told of an exchange that isn't open does nothing`() async throws {
    let connector = ManualConnector()

    connector.answer(7)
    connector.answerOldest()
    connector.progress(7, TransferProgress())
    connector.cancel()

    #expect(connector.events.isEmpty)
  }
}
