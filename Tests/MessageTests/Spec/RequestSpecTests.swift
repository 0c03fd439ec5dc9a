import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RequestSpecTests {
  private struct Refused: Error {}

  private struct Full: RequestSpec {
    var url = "https://h.test/p?a=1#top"
    var httpMethod = HTTPMethod.patch
    var headers = ["X-B": "2", "X-A": "1"]
    var urlQuery: URLQuery? = ["q": "a+b&c=d e", "debug": nil]
    func body() throws -> Data? { Data("body".utf8) }
    var destination: DownloadDestination? { .file(URL(filePath: "/a")) }
  }

  @Test func `the shortest spec is a URL: a GET without headers, parameters or body`() throws {
    let request = try Plain(url: "https://h.test/").request()

    #expect(request == Request(url: try URL(http: "https://h.test/")))
    #expect(request.httpMethod == .get)
    #expect(request.headers.isEmpty)
    #expect(request.body == nil)
    #expect(request.destination == nil)
  }

  @Test func `everything that a spec says is in its request`() throws {
    let request = try Full().request()

    #expect(request.url.absoluteString == "https://h.test/p?a=1&q=a%2Bb%26c%3Dd%20e&debug#top")
    #expect(request.httpMethod == .patch)
    #expect(request.headers == ["X-A": "1", "X-B": "2"])
    #expect(request.body == RequestBody(Data("body".utf8)))
    #expect(request.destination == .file(URL(filePath: "/a")))
  }

  @Test func `parameters are encoded by the encoder that is given`() throws {
    struct Plus: URLEncoder {
      func encode(_ text: String) -> String { text.split(separator: " ").joined(separator: "+") }
    }
    let spec = Full(url: "https://h.test/", urlQuery: ["q": "a b"])

    #expect(try spec.request(urlEncoder: Plus()).url.absoluteString == "https://h.test/?q=a+b")
  }

  @Test(arguments: [nil, [:]] as [URLQuery?])
  func `no parameters leave the URL as it is`(query: URLQuery?) throws {
    let spec = Full(url: "https://h.test", urlQuery: query)

    #expect(try spec.request().url.absoluteString == "https://h.test")
  }

  @Test func `content goes before body, which is then never asked for`() throws {
    struct Upload: RequestSpec {
      let url = "https://h.test/"
      func body() throws -> Data? { throw Refused() }
      func content() throws -> RequestBody? { RequestBody(Data("content".utf8), contentType: "text/plain") }
    }

    #expect(try Upload().request().body == RequestBody(Data("content".utf8), contentType: "text/plain"))
  }

  @Test(arguments: ["query", "body", "content"])
  func `an error of a member is an invalid request with that error`(member: String) {
    struct Failing: RequestSpec {
      let url = "https://h.test/"
      let member: String
      var urlQuery: URLQuery? { get throws { try fail("query", nil) } }
      func body() throws -> Data? { try fail("body", nil) }
      func content() throws -> RequestBody? { try fail("content", try body().map { RequestBody($0) }) }
      private func fail<Value>(_ name: String, _ value: @autoclosure () throws -> Value) throws -> Value {
        if name == member { throw Refused() }
        return try value()
      }
    }

    let error = #expect(throws: ConnectionError.self) { try Failing(member: member).request() }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is Refused)
    #expect(error?.request == nil)
  }

  @Test func `a URL that cannot be used is an invalid URL, with the reason`() {
    let error = #expect(throws: ConnectionError.self) { try Plain(url: "h.test").request() }

    #expect(error?.type == .invalidURL)
    #expect(error?.nativeError as? InvalidURL == InvalidURL(url: "h.test", reason: .notHTTP))
  }

  @Test(arguments: [
    (Full(httpMethod: HTTPMethod("GE T")), InvalidRequest.method(HTTPMethod("GE T"))),
    (Full(headers: ["": "1"]), .headerName("")),
    (Full(headers: ["X": "a\r\nY: b"]), .headerValue(name: "X")),
  ])
  private func `a method or a header that cannot be sent is an invalid request`(spec: Full, reason: InvalidRequest) {
    let error = #expect(throws: ConnectionError.self) { try spec.request() }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? InvalidRequest == reason)
  }

  @Test func `a spec that gives up is a cancel`() {
    struct GivingUp: RequestSpec {
      let url = "https://h.test/"
      func body() throws -> Data? { throw CancellationError() }
    }

    let error = #expect(throws: ConnectionError.self) { try GivingUp().request() }

    #expect(error?.type == .cancelled)
  }

  @Test func `every member is read again for every request`() throws {
    final class Counter: Sendable {
      let count = Locked(0)
    }
    struct Numbered: RequestSpec {
      let counter = Counter()
      let url = "https://h.test/"
      var headers: [String: String] {
        [
          "N": String(
            counter.count.withLock { count in
              count += 1
              return count
            }
          )
        ]
      }
    }
    let spec = Numbered()

    let requests = try (1...3).map { _ in try spec.request() }

    #expect(requests.map { $0.headers["N"] } == ["1", "2", "3"])
  }
}
