import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct OnErrorTests {
  @Test func `is called after a failure, with the evidence`() {
    let record = Record<(ConnectionErrorType, Int?, String?)>()
    let recorder = Recorder()
    recorder.veto("onReceivedModel")
    let connection = Connection.probe(Probe(recorder: recorder))

    connection.addOnError { error, response, model in record.add((error.type, response?.statusCode, model)) }.start()

    #expect(record.all.count == 1)
    #expect(record.all.first?.0 == .validation)
    #expect(record.all.first?.1 == 200)
    #expect(record.all.first?.2 == "pong")
  }

  @Test func `is called after a cancel, and not after a success`() {
    let record = Record<ConnectionErrorType>()
    let cancelled = Connection.probe(Probe(recorder: Recorder()), over: StubConnector.neverAnswering)
    let successful = Connection.probe(Probe(recorder: Recorder()))

    cancelled.addOnError { error, _, _ in record.add(error.type) }.start()
    successful.addOnError { error, _, _ in record.add(error.type) }.start()
    cancelled.cancel()

    #expect(record.all == [.cancelled])
  }

  @MainActor @Test func `its form for screens runs on the main actor`() async throws {
    let called = Gate()
    let connection = Connection.probe(Probe(url: "", recorder: Recorder()))

    connection.addOnError(on: MainActor.self) { error, _, _ in
      MainActor.assertIsolated()
      if error.type == .invalidURL { called.open() }
    }.start()

    try await called.wait()
  }
}
