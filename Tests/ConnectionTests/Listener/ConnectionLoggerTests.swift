import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ConnectionLoggerTests {
  private struct Secret: ConnectionSpec {
    typealias ResponseModel = Data
    var url = "https://ada:s3cret@h.test/login?access_token=s3cret&page=1"
    let httpMethod = HTTPMethod.post
    let headers = ["Authorization": "Bearer s3cret", "Cookie": "s3cret"]
    func body() throws -> Data? { Data("s3cret".utf8) }
  }

  private func lines(_ spec: Secret = Secret(), over connector: any HTTPConnector, cancel: Bool = false) -> [String] {
    let record = Record<String>()
    let connection = Connection(spec)
    connection.httpConnector = connector
    connection.callbackInMainThread = false
    connection.addLogger(ConnectionLogger { record.add($0) }).start()
    if cancel { connection.cancel() }
    return record.all
  }

  @Test func `logs the request and the response, without secrets`() {
    let response = Response(headers: ["Content-Type": "text/plain", "Set-Cookie": "s3cret"], data: Data("s3cret".utf8))

    let lines = lines(over: StubConnector(response))

    #expect(
      lines == [
        "--> POST https://h.test/login?access_token=***&page=1",
        "<-- 200 text/plain (6 bytes) POST https://h.test/login?access_token=***&page=1",
      ]
    )
  }

  @Test func `logs why a call failed, without secrets`() {
    let lines = lines(over: StubConnector.failing(Mishap.lost))

    #expect(
      lines == [
        "--> POST https://h.test/login?access_token=***&page=1",
        "<-! network: POST https://h.test/login?access_token=***&page=1: lost",
      ]
    )
  }

  @Test func `logs a refused response and the refusal`() {
    let lines = lines(over: StubConnector(Response(statusCode: 404)))

    #expect(lines.count == 3)
    #expect(
      lines.last == "<-! invalidResponse: POST https://h.test/login?access_token=***&page=1 → 404 (0 bytes):"
        + " refused by validate: status 404"
    )
  }

  @Test func `logs a cancel`() {
    let lines = lines(over: StubConnector.neverAnswering, cancel: true)

    #expect(lines.last == "<-! cancelled: POST https://h.test/login?access_token=***&page=1")
  }

  @Test func `logs a request that could not be made, without secrets`() {
    let lines = lines(Secret(url: "ada:s3cret@h.test/?token=s3cret"), over: StubConnector())

    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.hasPrefix("<-! invalidURL: ") && !$0.contains("s3cret") })
  }

  @Test func `is off by default, and is called first if it is on`() {
    let connection = Connection(Secret())
    let recorder = Recorder()
    connection.addListener(recorder).addResponseListener(recorder).addErrorListener(recorder)

    let off = connection.core.settings.withLock { $0 }
    connection.isLogEnabled = true
    let on = connection.core.settings.withLock { $0 }

    #expect(!ConnectionConfig().isLogEnabled)
    #expect(
      (off.notifiedListeners.count, off.notifiedResponseListeners.count, off.notifiedErrorListeners.count) == (1, 1, 1)
    )
    #expect(
      (on.notifiedListeners.count, on.notifiedResponseListeners.count, on.notifiedErrorListeners.count) == (2, 2, 2)
    )
    #expect(on.notifiedListeners[0] === ConnectionLogger.standard)
    #expect(on.notifiedResponseListeners[0] === ConnectionLogger.standard)
    #expect(on.notifiedErrorListeners[0] === ConnectionLogger.standard)
    #expect(connection.listeners.count == 1)
  }
}
