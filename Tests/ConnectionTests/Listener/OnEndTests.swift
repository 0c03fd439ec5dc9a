import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct OnEndTests {
  @Test func `is called at the end of a success, with response and model`() {
    let record = Record<(Int?, String?, ConnectionErrorType?)>()
    let connection = Connection.probe(Probe(recorder: Recorder()))

    connection.addOnEnd { response, model, error in record.add((response?.statusCode, model, error?.type)) }.start()

    #expect(record.all.count == 1)
    #expect(record.all.first?.0 == 200)
    #expect(record.all.first?.1 == "pong")
    #expect(record.all.first?.2 == nil)
  }

  @Test func `is called at the end of a failure, with the error`() {
    let record = Record<(Int?, String?, ConnectionErrorType?)>()
    let connection = Connection.probe(Probe(recorder: Recorder()), over: StubConnector(Response(statusCode: 500)))

    connection.addOnEnd { response, model, error in record.add((response?.statusCode, model, error?.type)) }.start()

    #expect(record.all.count == 1)
    #expect(record.all.first?.0 == 500)
    #expect(record.all.first?.2 == .invalidResponse)
  }

  @MainActor @Test func `its form for screens runs on the main actor`() async throws {
    let called = Gate()
    let connection = Connection.probe(Probe(recorder: Recorder()))

    connection.addOnEnd(on: MainActor.self) { _, model, _ in
      MainActor.assertIsolated()
      if model == "pong" { called.open() }
    }.start()

    try await called.wait()
  }
}
