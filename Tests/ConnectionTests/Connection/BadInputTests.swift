import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What callers can get wrong: each ends in a clear error, and nothing is announced or sent.
struct BadInputTests {
  struct Input: Sendable, CustomTestStringConvertible, RequestSpec {
    var url = "http://h.test/"
    var httpMethod = HTTPMethod.get
    var headers: [String: String] = [:]
    var query: Result<URLQuery?, Mishap> = .success(nil)
    var sent: Result<Data?, Mishap> = .success(nil)
    var urlQuery: URLQuery? { get throws { try query.get() } }
    func body() throws -> Data? { try sent.get() }

    var testDescription: String { "\(httpMethod.rawValue.debugDescription) \(url.debugDescription) \(headers)" }
  }

  private static let urls = [
    "", " ", "/", "/users", "users", "h.test", "//h.test/", "?q=1", "#top", "http", "http:", "http:/", "http://",
    "http:///p",
    "https://?q", "ftp://h.test/", "file:///etc/passwd", "ws://h.test/", "data:text/plain,a", "about:blank",
    "mailto:a@b.test",
    "http://h.test:port/", "http://h.test:99999/", "http://h.test:-1/", "http://h test/", "http://[::1/", "http://::1/",
    "http://h.test/%", "http://h.test/%zz", "http://h.test/?%", "http://h.test\\@evil.test/", "http://<h>/",
    "http://%00/",
    " http://h.test/", "http://h.test/ ", "http://h.test/\r\nX: y", "http://h.test/\n", "http://h.test/\r",
    "http://h.test/\t",
    "http://h.test/\0", "http://h\0.test/", "http://h.test/?a=\r\n", "http://h.test/#\0", "http://a:b\r\n@h.test/",
    "日本",
    "\u{FEFF}http://h.test/", String(decoding: [0xFF, 0xFE] as [UInt8], as: UTF8.self),
    String(repeating: "a", count: 100_000),
    "http://" + String(repeating: "a:", count: 10_000), String(repeating: "%", count: 10_000),
  ]

  private static let requests =
    ["", " ", "GE T", "GET\r\n", "GET\0", "\n", "GET /evil HTTP/1.1\r\nX: y", "日本"].map {
      Input(httpMethod: HTTPMethod($0))
    }
    + ["", " ", "X Y", "X:", "X\r\nY", "X\n", "X\r", "X\0", "日本"].map { Input(headers: [$0: "1"]) }
    + ["a\r\nY: b", "a\nb", "a\rb", "a\0b", "\r\n\r\nGET / HTTP/1.1", "\u{1B}", "\u{7F}"].map {
      Input(headers: ["X": $0])
    }
    + [Input(query: .failure(.broken)), Input(sent: .failure(.lost))]

  @Test(arguments: urls)
  func `a URL that cannot be used ends as invalidURL`(url: String) {
    let seen = Seen(Input(url: url))

    #expect(seen.error?.type == .invalidURL)
    #expect(seen.error?.nativeError is InvalidURL)
    #expect(seen.events == ["onNetworkError", "afterError"])
    #expect(seen.requests == 0)
    #expect(seen.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
  }

  @Test(arguments: requests)
  func `a method, a header, or a spec that throws ends as invalidRequest`(input: Input) {
    let seen = Seen(input)

    #expect(seen.error?.type == .invalidRequest)
    #expect(seen.error?.nativeError is InvalidRequest || seen.error?.nativeError is Mishap)
    #expect(seen.events == ["onNetworkError", "afterError"])
    #expect(seen.requests == 0)
    #expect(seen.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
  }

  @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]] as [[UInt8]])
  func `a body that is not UTF-8 ends as parse, with the response`(bytes: [UInt8]) {
    let seen = Seen(Input(), Response(data: Data(bytes)))

    #expect(seen.error?.type == .parse)
    #expect(seen.error?.nativeError is UndecodableText)
    #expect(seen.error?.response?.data == Data(bytes))
    #expect(seen.events == ["onStart", "onReceived", "onParseError", "afterError", "onEnd"])
  }

  @Test func `header values of any text but control characters are sent`() {
    let seen = Seen(Input(headers: ["X": "日本 😀\tb", "Empty": ""]))

    #expect(seen.error == nil)
    #expect(seen.requests == 1)
  }

  private struct AsString: ResponseSpec {
    typealias ResponseModel = String
  }

  /// What a connection made of an input.
  private struct Seen {
    let events: [String]
    let error: ConnectionError?
    let requests: Int
    var description: String { error?.description ?? "" }

    init(_ input: Input, _ response: Response = Response()) {
      let recorder = Recorder()
      let connector = StubConnector(response)
      let connection = Connection(requestSpec: input, responseSpec: AsString())
      connection.httpConnector = connector
      connection.callbackInMainThread = false
      connection.holder = ConnectionHolder()
      connection.addListener(recorder).addResponseListener(recorder).addErrorListener(recorder).start()
      events = recorder.events
      error = recorder.error
      requests = connector.requests.count
    }
  }
}
