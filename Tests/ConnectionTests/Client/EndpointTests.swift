import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct EndpointTests {
  private struct Create: TargetType {
    let baseURL = URL.of("https://h.test/v1?key=1")
    var path = "/users"
    let method = HTTPMethod.post
    let headers = ["Accept": "text/plain"]
    let parameters: [String: any Sendable]? = ["name": "Ada"]
    let sampleData = Data("sample".utf8)
  }

  @Test func `the endpoint of a target makes the target's request`() throws {
    let endpoint = Endpoint(Create())

    #expect(try endpoint.request() == Create().request())
    #expect(endpoint.url == "https://h.test/v1/users?key=1")
    #expect(try endpoint.sampleResponse().result.get() == Response(data: Data("sample".utf8)))
  }

  @Test func `headers are added, and replaced whatever their case`() throws {
    let endpoint = Endpoint(Create()).adding(newHTTPHeaderFields: ["accept": "text/html", "X-A": "1"])

    #expect(try endpoint.request().headers == ["X-A": "1", "accept": "text/html"])
  }

  @Test func `another task makes another query and another body`() throws {
    let endpoint = Endpoint(Create()).replacing(
      task: .requestCompositeData(bodyData: Data("raw".utf8), urlParameters: ["q": "2"])
    )

    let request = try endpoint.request()

    #expect(request.url.query() == "key=1&q=2")
    #expect(request.body == RequestBody(Data("raw".utf8)))
  }

  @Test func `another method puts the parameters elsewhere`() throws {
    var endpoint = Endpoint(Create())
    endpoint.httpMethod = .get

    let request = try endpoint.request()

    #expect(request.httpMethod == .get)
    #expect(request.url.query() == "key=1&name=Ada")
    #expect(request.body == nil)
  }

  @Test func `another address keeps the parameters`() throws {
    var endpoint = Endpoint(Create())
    endpoint.url = "https://other.test/"

    #expect(try endpoint.request().url.absoluteString == "https://other.test/")
    #expect(try endpoint.request().body == Create().request().body)
  }

  @Test func `a path that leads elsewhere stays refused`() {
    let endpoint = Endpoint(Create(path: "/..")).replacing(task: .requestPlain)

    let error = #expect(throws: ConnectionError.self) { try endpoint.request() }

    #expect((error?.nativeError as? InvalidURL)?.reason == .dotSegment)
  }

  @Test func `what a target writes itself stays, unless the task is replaced`() throws {
    struct Own: TargetType {
      let baseURL = URL.of("https://h.test/")
      var urlQuery: URLQuery? { ["own": "1"] }
      func content() throws -> RequestBody? { RequestBody(Data("own".utf8)) }
    }

    var put = Endpoint(Own())
    put.httpMethod = .put

    #expect(try Endpoint(Own()).request() == Own().request())
    #expect(try put.request().body == Own().request().body)
    #expect(try put.request().url == Own().request().url)
    #expect(try Endpoint(Own()).replacing(task: .requestPlain).request() == Plain(url: "https://h.test/").request())
  }
}
