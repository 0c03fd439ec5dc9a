import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct HTTPArchiveTests {
  private func entry() throws -> HTTPArchive.Entry {
    var entry = HTTPArchive.Entry(
      request: Request(
        url: try URL(http: "http://h.test/a?b=c%20d&e"),
        httpMethod: .post,
        headers: ["Accept": "*/*", "Cookie": "a=1; b"],
        body: RequestBody(Data("n=1".utf8), contentType: "application/x-www-form-urlencoded")
      ),
      response: Response(
        statusCode: 201,
        headers: ["Content-Type": "text/plain", "Set-Cookie": "a=x; Path=/; HttpOnly; Max-Age=60", "Set-Cookie": "b"],
        data: Data("pöng".utf8),
        url: URL(string: "http://h.test/b")
      ),
      startedAt: Date(timeIntervalSince1970: 1_000_000_000.25),
      duration: .milliseconds(12.5)
    )
    entry.httpVersion = "HTTP/1.1"
    return entry
  }

  @Test func `is written as HAR 1.2`() throws {
    let data = try HTTPArchive([try entry()]).data()

    #expect(try JSONSerialization.jsonObject(with: data) as? NSDictionary == golden())
  }

  @Test func `what is written is read back as it was`() throws {
    let binary = HTTPArchive.Entry(
      request: Request(
        url: try URL(http: "http://h.test/"),
        httpMethod: HTTPMethod("PURGE"),
        body: RequestBody(Data([0, 0xFF]), contentType: "a/b")
      ),
      response: Response(headers: [:], data: Data([0xFF, 0])),
      startedAt: Date(timeIntervalSince1970: 0)
    )
    let failure = HTTPArchive.Entry(
      request: Request(url: try URL(http: "http://h.test/")),
      response: nil,
      errorCode: -1001
    )
    let archive = HTTPArchive([try entry(), binary, failure])

    #expect(try HTTPArchive(data: archive.data()) == archive)
  }

  @Test(
    arguments: [
      (Response(headers: ["Content-Length": "4"], data: Data("pong".utf8)), 4, nil),
      (Response(data: Data("pong".utf8)), 4, nil),
      (Response(headers: ["Content-Encoding": "gzip", "Content-Length": "3"], data: Data("pong".utf8)), 3, 1),
      (Response(headers: ["Content-Encoding": "gzip"], data: Data("pong".utf8)), -1, nil),
      (Response(headers: ["Content-Encoding": "identity"], data: Data("pong".utf8)), 4, nil),
      (Response(headers: ["Content-Length": "x"], data: Data("pong".utf8)), 4, nil),
      (Response(statusCode: 304, headers: ["Content-Length": "9"]), 0, nil),
      (nil, -1, nil),
    ] as [(Response?, Int, Int?)]
  )
  func `the size of a body is that on the wire, or -1`(response: Response?, size: Int, compression: Int?) throws {
    let entry = HTTPArchive.Entry(request: Request(url: try URL(http: "http://h.test/")), response: response)

    let har = HARFile.Entry(entry).response

    #expect(har.bodySize == size)
    #expect(har.content.compression == compression)
    #expect(har.content.size == response?.data.count ?? 0)
  }

  @Test(
    arguments: [
      (200, "HTTP/1.1", "OK"), (404, nil, "Not Found"), (200, "HTTP/2", ""), (200, "HTTP/3", ""), (299, "HTTP/1.1", ""),
      (302, "HTTP/1.0", "Found"),
    ] as [(Int, String?, String)]
  )
  func `the status has its phrase, which HTTP/2 and HTTP/3 do not send`(status: Int, version: String?, text: String)
    throws
  {
    var entry = HTTPArchive.Entry(
      request: Request(url: try URL(http: "http://h.test/")),
      response: Response(statusCode: status)
    )
    entry.httpVersion = version

    let har = HARFile.Entry(entry)

    #expect(har.response.statusText == text)
    #expect(har.response.httpVersion == version ?? "unknown")
    #expect(har.request.httpVersion == version ?? "unknown")
  }

  private func measured() throws -> HTTPArchive.Entry {
    var (entry, metrics) = (try entry(), TransferMetrics(total: .milliseconds(10)))
    (metrics.queue, metrics.nameLookup) = (.milliseconds(0.5), .milliseconds(1))
    (metrics.connect, metrics.secureConnect) = (.milliseconds(2), .milliseconds(1.5))
    (metrics.send, metrics.wait, metrics.receive) = (.zero, .milliseconds(4), .milliseconds(1))
    (metrics.protocolVersion, metrics.remoteAddress, metrics.remotePort) = ("HTTP/1.1", "192.0.2.1", 443)
    entry.metrics = metrics
    return entry
  }

  @Test func `timings are those of HAR, and add up to the time`() throws {
    let har = HARFile.Entry(try measured())

    let timings = try #require(har.timings)
    #expect(timings.blocked == 3 && timings.dns == 1 && timings.connect == 3.5 && timings.ssl == 1.5)
    #expect(timings.send == 0 && timings.wait == 4 && timings.receive == 1)
    #expect(har.time == 12.5)
    #expect(har.serverIPAddress == "192.0.2.1")
    #expect(har.connection == "443")
  }

  @Test func `phases that did not take place are -1`() throws {
    var entry = try measured()
    entry.metrics?.nameLookup = nil
    entry.metrics?.connect = nil
    entry.metrics?.secureConnect = nil

    let timings = try #require(HARFile.Entry(entry).timings)

    #expect(timings.dns == -1 && timings.connect == -1 && timings.ssl == -1)
    #expect(timings.blocked == 7.5)
  }

  @Test func `phases are read back, the time of the exchange as their whole`() throws {
    let archive = HTTPArchive([try measured()])

    let metrics = try #require(try HTTPArchive(data: archive.data()).entries.first?.metrics)

    var expected = try #require(try measured().metrics)
    (expected.queue, expected.total) = (.milliseconds(3), .milliseconds(12.5))
    #expect(metrics == expected)
    #expect(try HTTPArchive(data: archive.data()).entries.first?.response?.protocolVersion == "HTTP/1.1")
  }

  @Test func `the bytes of heads and bodies are archived`() throws {
    var entry = try measured()
    entry.metrics?.sent = TransferMetrics.ByteCount(head: 70, body: 3)
    entry.metrics?.received = TransferMetrics.ByteCount(head: 90, body: 4)

    let har = HARFile.Entry(entry)

    #expect(har.request.headersSize == 70)
    #expect(har.response.headersSize == 90)
    #expect(har.response.bodySize == 4)
  }

  @Test func `a browser's redirects were followed, whatever its file says of cookies`() throws {
    let har = """
      {"log": {"version": "1.2", "creator": {"name": "Browser", "version": "9"}, "entries": [{
        "startedDateTime": "2026-01-02T03:04:05Z", "time": 1,
        "request": {"method": "GET", "url": "https://h.test/", "httpVersion": "h2", "headers": [], "cookies": [{"x": null}]},
        "response": {
          "status": 302, "statusText": "", "httpVersion": "h2", "headers": [{"name": "location", "value": "/there"}],
          "cookies": "none", "content": {"size": 0}, "redirectURL": "/there"
        }, "cache": {}, "timings": {}
      }]}}
      """

    let entry = try #require(try HTTPArchive(data: Data(har.utf8)).entries.first)

    #expect(entry.isRedirectFollowed)
    #expect(entry.httpVersion == "h2")
    #expect(entry.redirectTarget == "https://h.test/there")
  }

  @Test func `a browser's archive is read`() throws {
    let har = """
      {"log": {"version": "1.2", "creator": {"name": "Browser", "version": "9"}, "pages": [], "entries": [{
        "startedDateTime": "2026-01-02T03:04:05+01:00", "time": 3.25, "_priority": "High", "connection": "443",
        "request": {"method": "GET", "url": "https://h.test/", "headers": [{"name": ":authority", "value": "h.test"}]},
        "response": {"status": 200, "headers": [{"name": "x", "value": "y"}], "content": {"size": 4, "mimeType": "text/plain"}},
        "cache": {"afterRequest": null}, "timings": {}
      }]}}
      """

    let entry = try #require(try HTTPArchive(data: Data(har.utf8)).entries.first)

    #expect(entry.request.headers.isEmpty)
    #expect(entry.response == Response(headers: ["x": "y"]))
    #expect(entry.duration == .milliseconds(3.25))
    #expect(entry.startedAt == Date(timeIntervalSince1970: 1_767_319_445))
  }

  @Test(arguments: [
    "", "[]", #"{"log":{}}"#, #"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[{}]}}"#,
  ])
  func `what is not HAR is refused`(text: String) {
    #expect(throws: DecodingError.self) { try HTTPArchive(data: Data(text.utf8)) }
  }

  @Test(arguments: ["data:text/plain,a", "wss://h.test/", "blob:1"])
  func `what was not exchanged by HTTP is left out`(url: String) throws {
    var text = String(decoding: try HTTPArchive([try entry()]).data(), as: UTF8.self)
    text = text.replacing("http://h.test/a?b=c%20d&e", with: url)

    #expect(try HTTPArchive(data: Data(text.utf8)).entries.isEmpty)
  }

  @Test(arguments: ["http://%", "https://"])
  func `an archive with a URL that cannot be asked for is refused`(url: String) throws {
    var text = String(decoding: try HTTPArchive([try entry()]).data(), as: UTF8.self)
    text = text.replacing("http://h.test/a?b=c%20d&e", with: url)

    #expect(throws: DecodingError.self) { try HTTPArchive(data: Data(text.utf8)) }
  }

  @Test func `a file is written whole and read back`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }

    try HTTPArchive([try entry()]).write(to: file)

    #expect(try HTTPArchive(contentsOf: file).entries == [try entry()])
  }
}

private func golden() throws -> NSDictionary? {
  let text = """
    {"log": {"version": "1.2", "creator": {"name": "AbstractHTTP", "version": "1"}, "entries": [{
      "startedDateTime": "2001-09-09T01:46:40.250Z", "time": 12.5, "cache": {},
      "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 12.5, "receive": 0},
      "request": {
        "method": "POST", "url": "http://h.test/a?b=c%20d&e", "httpVersion": "HTTP/1.1",
        "cookies": [{"name": "a", "value": "1"}, {"name": "", "value": "b"}],
        "headers": [{"name": "Accept", "value": "*/*"}, {"name": "Cookie", "value": "a=1; b"}],
        "queryString": [{"name": "b", "value": "c d"}, {"name": "e", "value": ""}],
        "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "n=1"},
        "headersSize": -1, "bodySize": 3
      },
      "response": {
        "status": 201, "statusText": "Created", "httpVersion": "HTTP/1.1",
        "cookies": [
          {"name": "a", "value": "x", "path": "/", "expires": "2001-09-09T01:47:40.262Z", "httpOnly": true, "secure": false},
          {"name": "", "value": "b", "httpOnly": false, "secure": false}
        ],
        "headers": [
          {"name": "Content-Type", "value": "text/plain"},
          {"name": "Set-Cookie", "value": "a=x; Path=/; HttpOnly; Max-Age=60"},
          {"name": "Set-Cookie", "value": "b"}
        ],
        "content": {"size": 5, "mimeType": "text/plain", "text": "pöng"},
        "redirectURL": "", "headersSize": -1, "bodySize": 5, "_url": "http://h.test/b"
      }
    }]}}
    """
  return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
}
