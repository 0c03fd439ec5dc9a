import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ReceivedPartTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try LoopbackServer()
    server.on(nil, "/", .status(204))
    client = try RawClient(port: server.port)
  }

  private func post(_ body: String, type: String = "multipart/form-data; boundary=x") async -> [ReceivedPart] {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    _ = await client.exchange(head + body)
    return server.requests.last?.parts ?? []
  }

  @Test func `has names, headers and bytes`() async throws {
    let parts = await post(
      """
      --x\r
      Content-Disposition: form-data; name="a%22%0D%0Aé"\r
      \r
      one\r
      --x \t\r
      content-type: image/png\r
      Content-Disposition: form-data; filename="b;c.png"; NAME=b\r
      \r
      \r
      two\r
      \r
      --x--\r\n
      """
    )

    #expect(parts.map(\.name) == ["a\"\r\né", "b"])
    #expect(parts.map(\.fileName) == [nil, "b;c.png"])
    #expect(parts.map(\.text) == ["one", "\r\ntwo\r\n"])
    #expect(parts.last?.headers["Content-Type"] == "image/png")
  }

  @Test(arguments: [
    "multipart/form-data; boundary=\"x\"", "Multipart/Form-Data;BOUNDARY=x; charset=utf-8",
    "multipart/mixed; a=b; boundary=x",
  ])
  func `finds the boundary in the type`(type: String) async {
    let parts = await post("--x\r\n\r\nbody\r\n--x--", type: type)

    #expect(parts.map(\.text) == ["body"])
    #expect(parts.map(\.name) == [""])
  }

  @Test(arguments: [
    "", "--x--", "--x\r\n\r\nbody", "--x\r\nno header\r\n\r\n\r\n--x--", "--x", "--x\r\n--x--", "--x-",
    "--xy\r\n\r\na\r\n--xy--", "----", "\r\n", "--x\r\n\r\n--x--",
  ])
  func `there are none in what is malformed`(body: String) async {
    #expect(await post(body).isEmpty)
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"",
    "multipart/form-data;;=;",
    "text/plain; boundary=x", "",
  ])
  func `there are none in what is no form`(type: String) async {
    #expect(await post("--x\r\n\r\na\r\n--x--", type: type).isEmpty)
  }

  @Test func `an empty part has no bytes`() async {
    #expect(await post("--x\r\nA: 1\r\n\r\n\r\n--x\r\n\r\n\r\n--x--").map(\.body) == [Data(), Data()])
  }
}
