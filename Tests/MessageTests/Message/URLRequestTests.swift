import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1)))
struct URLRequestTests {
  private func urlRequest(_ url: String = "http://h.test/a?b=c", _ change: (inout URLRequest) -> Void = { _ in })
    -> URLRequest
  {
    var urlRequest = URLRequest(url: .of(url))
    change(&urlRequest)
    return urlRequest
  }

  @Test func `takes over the address, the method, the headers and the body`() throws {
    let request = try Request(
      urlRequest {
        $0.httpMethod = "PURGE"
        $0.setValue("1", forHTTPHeaderField: "X-One")
        $0.httpBody = Data("hello".utf8)
      }
    )

    #expect(
      request
        == Request(
          url: .of("http://h.test/a?b=c"),
          httpMethod: HTTPMethod("PURGE"),
          headers: ["X-One": "1"],
          body: RequestBody(Data("hello".utf8))
        )
    )
    #expect(request.context.isEmpty)
  }

  @Test func `the defaults of a URLRequest mean nothing`() throws {
    let request = try Request(urlRequest())

    #expect(request == Request(url: .of("http://h.test/a?b=c")))
    #expect(request.context.isEmpty)
  }

  @Test func `the timeout, the cache policy and the cookies take the place of the connector's settings`() throws {
    let request = try Request(
      urlRequest {
        $0.timeoutInterval = 7
        $0.cachePolicy = .reloadIgnoringLocalCacheData
        $0.httpShouldHandleCookies = false
      }
    )
    let settings = TransferSettings().replaced(by: request)

    #expect(settings.timeoutInterval == 7)
    #expect(settings.cachePolicy == .reloadIgnoringLocalCacheData)
    #expect(!settings.isCookieEnabled)
    #expect(TransferSettings().replaced(by: try Request(urlRequest())).timeoutInterval == 15)
  }

  @Test(arguments: [
    URLRequest.CachePolicy.useProtocolCachePolicy, .reloadIgnoringLocalCacheData, .returnCacheDataElseLoad,
    .returnCacheDataDontLoad,
  ])
  func `a cache policy is taken over and given back`(policy: URLRequest.CachePolicy) throws {
    let request = try Request(urlRequest { $0.cachePolicy = policy })
    let again = try request.urlRequest()

    #expect(request.cachePolicy == (policy == .useProtocolCachePolicy ? nil : policy))
    #expect(again.cachePolicy == policy)
  }

  @Test func `a stream with its length can be sent once`() throws {
    let request = try Request(
      urlRequest {
        $0.httpMethod = "POST"
        $0.httpBodyStream = InputStream(data: Data("hello".utf8))
        $0.setValue("5", forHTTPHeaderField: "Content-Length")
      }
    )

    #expect(request.body?.length == 5)
    #expect(request.body?.isReplayable == false)
    #expect(try request.body?.data() == Data("hello".utf8))
    #expect(throws: URLError.self) { try request.body?.data() }
  }

  @Test func `a stream needs no length`() throws {
    let request = try Request(urlRequest { $0.httpBodyStream = InputStream(data: Data("hello".utf8)) })

    #expect(request.body?.length == nil)
    #expect(request.body?.replay == .once)
  }

  @Test func `a body that code writes can't become a stream`() throws {
    let body = RequestBody(BodyStream { writer in try await writer.write(Data("hello".utf8)) })

    let error = try #require(throws: ConnectionError.self) {
      try Request(url: .of("http://h.test/"), httpMethod: .post, body: body).urlRequest()
    }

    #expect((error.nativeError as? UnsupportedURLRequest)?.property == "httpBodyStream")
  }

  @Test(arguments: ["", "x", "-1"])
  func `a stream whose length is no number is refused`(length: String) {
    let error = #expect(throws: ConnectionError.self) {
      try Request(
        urlRequest {
          $0.httpBodyStream = InputStream(data: Data("hello".utf8))
          $0.setValue(length, forHTTPHeaderField: "Content-Length")
        }
      )
    }

    #expect(error?.type == .invalidRequest)
    #expect((error?.nativeError as? UnsupportedURLRequest)?.property == "httpBodyStream")
  }

  @Test func `what forbids a network is refused`() {
    let error = #expect(throws: ConnectionError.self) { try Request(urlRequest { $0.allowsCellularAccess = false }) }

    #expect((error?.nativeError as? UnsupportedURLRequest)?.property == "allowsCellularAccess")
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h.test/", "/relative"])
  func `an address that is not HTTP's is refused`(url: String) {
    let error = #expect(throws: ConnectionError.self) { try Request(urlRequest(url)) }

    #expect(error?.type == .invalidURL)
    #expect(error?.nativeError is InvalidURL)
  }

  @Test func `a method that cannot be sent is refused`() {
    let error = #expect(throws: ConnectionError.self) { try Request(urlRequest { $0.httpMethod = "A B" }) }

    #expect(error?.nativeError as? InvalidRequest == .method(HTTPMethod("A B")))
  }

  @Test func `a request becomes a URLRequest, and that the same request`() throws {
    let request = Request(
      url: .of("http://h.test/a?b=c"),
      httpMethod: .put,
      headers: ["X-One": "1", "Accept": "a, b"],
      body: RequestBody(Data("hello".utf8), contentType: "text/plain")
    )

    let urlRequest = try request.urlRequest()
    let again = try Request(urlRequest)

    #expect(urlRequest.url == request.url)
    #expect(urlRequest.httpMethod == "PUT")
    #expect(urlRequest.allHTTPHeaderFields == ["X-One": "1", "Accept": "a, b", "Content-Type": "text/plain"])
    #expect(urlRequest.httpBody == Data("hello".utf8))
    #expect(try again.body?.data() == Data("hello".utf8))
  }

  @Test func `the settings go back into a URLRequest`() throws {
    let urlRequest = try Request(
      urlRequest {
        $0.timeoutInterval = 7
        $0.cachePolicy = .returnCacheDataElseLoad
        $0.httpShouldHandleCookies = false
      }
    ).urlRequest()

    #expect(urlRequest.timeoutInterval == 7)
    #expect(urlRequest.cachePolicy == .returnCacheDataElseLoad)
    #expect(!urlRequest.httpShouldHandleCookies)
  }

  @Test func `a file and a stream become a stream with its length`() throws {
    let file = URL(filePath: #filePath)
    let length = try Data(contentsOf: file).count
    let stream = BodyStream(length: 5) { InputStream(data: Data("hello".utf8)) }

    let ofFile = try Request(url: .of("http://h.test/"), body: RequestBody(file: file)).urlRequest()
    let ofStream = try Request(url: .of("http://h.test/"), body: RequestBody(segments: [.stream(stream)])).urlRequest()

    #expect(ofFile.httpBodyStream != nil)
    #expect(ofFile.value(forHTTPHeaderField: "Content-Length") == "\(length)")
    #expect(ofStream.httpBodyStream != nil)
    #expect(ofStream.value(forHTTPHeaderField: "Content-Length") == "5")
  }

  @Test func `segments become one body if they are all in memory, and are refused otherwise`() throws {
    let data = BodySegment.data(Data("ab".utf8))
    let file = BodySegment.file(URL(filePath: #filePath), range: 0..<3)

    let joined = try Request(url: .of("http://h.test/"), body: RequestBody(segments: [data, data])).urlRequest()
    let error = #expect(throws: ConnectionError.self) {
      try Request(url: .of("http://h.test/"), body: RequestBody(segments: [data, file])).urlRequest()
    }

    #expect(joined.httpBody == Data("abab".utf8))
    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is UnsupportedURLRequest)
  }

  @Test func `a response becomes an HTTPURLResponse`() {
    let response = Response(
      statusCode: 404,
      headers: ["X-One": "1", "Vary": "a", "vary": "b"],
      url: .of("http://h.test/a")
    )

    let urlResponse = HTTPURLResponse(response)

    #expect(urlResponse?.statusCode == 404)
    #expect(urlResponse?.url == .of("http://h.test/a"))
    #expect(urlResponse?.value(forHTTPHeaderField: "vary") == "a, b")
    #expect(HTTPURLResponse(Response()) == nil)
    #expect(HTTPURLResponse(Response(request: Request(url: .of("http://h.test/"))))?.url == .of("http://h.test/"))
  }

  @Test func `a chain begins with a URLRequest, and its setters change it`() async throws {
    let connector = StubConnector(Response(data: Data("pong".utf8)))
    let http = HTTP(
      urlRequest {
        $0.httpMethod = "POST"
        $0.setValue("1", forHTTPHeaderField: "X-One")
        $0.httpBody = Data("hello".utf8)
        $0.timeoutInterval = 7
      }
    ).httpConnector(connector).callbackInMainThread(false)

    let text = try await http.httpMethod(.put).fetchString().value

    let request = try #require(connector.requests.first)
    #expect(text == "pong")
    #expect(request.httpMethod == .put)
    #expect(request.headers["X-One"] == "1")
    #expect(request.body?.length == 5)
    #expect(request.timeoutInterval == 7)
  }

  @Test func `a URLRequest that cannot be taken over fails the connection`() async throws {
    let connector = StubConnector(Response())
    let refused = HTTP(urlRequest { $0.allowsCellularAccess = false }).body(Data()).httpConnector(connector)
      .callbackInMainThread(false)
    let invalid = HTTP(urlRequest("ftp://h.test/")).httpConnector(connector).callbackInMainThread(false)

    let errors = [
      await refused.fetchData().outcome.errorInfo?.error, await invalid.fetchData().outcome.errorInfo?.error,
    ]

    #expect(errors[0]?.type == .invalidRequest)
    #expect(errors[0]?.nativeError is UnsupportedURLRequest)
    #expect(errors[1]?.type == .invalidURL)
    #expect(connector.requests.isEmpty)
  }

  @Test func `a URLRequest is a spec`() throws {
    let spec = URLRequestSpec(
      urlRequest {
        $0.setValue("Bearer s3cret", forHTTPHeaderField: "Authorization")
        $0.cachePolicy = .returnCacheDataElseLoad
      }
    )
    var dumped = ""
    dump(spec, to: &dumped)

    let request = try spec.request()

    #expect(request.headers == ["Authorization": "Bearer s3cret"])
    #expect(request.cachePolicy == .returnCacheDataElseLoad)
    #expect(!dumped.contains("s3cret"))
  }

  @Test func `over a real server the timeout of a URLRequest counts`() async throws {
    let server = try LoopbackServer()
    let gate = Gate()
    server.on(.get, "/never", .chunked([.gate(gate), "late"]))
    let http = HTTP(urlRequest(server.url("/never")) { $0.timeoutInterval = 0.05 }).callbackInMainThread(false)
      .httpConnector(DefaultHTTPConnector.patient)

    let error = await http.fetchData().outcome.errorInfo?.error
    gate.open()

    #expect((error?.nativeError as? URLError)?.code == .timedOut)
  }

  @Test func `over a real server a stream of a URLRequest is sent`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/echo") { .text($0.text) }
    let http = HTTP(
      urlRequest(server.url("/echo")) {
        $0.httpMethod = "POST"
        $0.httpBodyStream = InputStream(data: Data("hello".utf8))
        $0.setValue("5", forHTTPHeaderField: "Content-Length")
      }
    ).callbackInMainThread(false).httpConnector(DefaultHTTPConnector.patient)

    let text = try await http.fetchString().value
    let again = await http.fetchString().outcome.errorInfo?.error

    #expect(text == "hello")
    #expect((again?.nativeError as? URLError)?.code == .requestBodyStreamExhausted)
  }
}
