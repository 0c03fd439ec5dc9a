import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct AddingHeadersTests {
  private let connector = StubConnector(Response())

  private func send(_ request: [String: String], adding headers: HTTPHeaders) throws -> HTTPHeaders? {
    let request = Request(url: try URL(http: "http://h.test/"), headers: HTTPHeaders(request))
    let stage = Stage.sending(over: connector).wrapped(in: [.headers(headers)])
    _ = try Pipeline(stage).runSynchronously(request)
    return connector.requests.last?.headers
  }

  @Test func `adds its headers without suspending`() throws {
    #expect(try send(["X": "1"], adding: ["A": "b", "A": "c"]) == ["A": "b", "A": "c", "X": "1"])
  }

  @Test func `a header that the request has stays, whatever its case`() throws {
    #expect(
      try send(["accept": "text/html"], adding: ["Accept": "text/plain", "B": "c"]) == [
        "B": "c", "accept": "text/html",
      ]
    )
  }

  @Test(arguments: [["": "1"], ["A B": "1"], ["A": "1\r\nB: 2"], ["A": "\0"]] as [HTTPHeaders])
  func `a header that cannot be sent is an invalid request, and nothing is sent`(headers: HTTPHeaders) {
    let error = #expect(throws: ConnectionError.self) { try send([:], adding: headers) }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is InvalidRequest)
    #expect(connector.requests.isEmpty)
  }
}
