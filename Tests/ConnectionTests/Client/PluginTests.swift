import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plugins that prepare the system's request.
struct PluginTests {
  private struct Ping: TargetType {
    var baseURL: URL { .of("https://h.test/ping") }
    let method = HTTPMethod.post
    var headers: HTTPHeaders { ["X-A": "1", "X-B": "2"] }
    var task: RequestTask { .requestData(Data("body".utf8)) }
  }

  private struct Preparing: PluginType {
    let change: @Sendable (inout URLRequest) -> Void

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      change(&request)
      return request
    }
  }

  private func sent(_ change: @escaping @Sendable (inout URLRequest) -> Void) -> (Request?, ConnectionError?) {
    let connector = StubConnector(Response())
    let provider = Provider<Ping>(
      plugins: [Preparing(change: change)],
      httpConnector: connector,
      callbackInMainThread: false
    )
    let error = provider.request(Ping()).settled?.errorInfo?.error
    return (connector.requests.first, error)
  }

  @Test func `headers, method, address and body that a plugin sets are sent`() {
    let (request, _) = sent { request in
      request.setValue("Bearer a", forHTTPHeaderField: "Authorization")
      request.setValue(nil, forHTTPHeaderField: "X-B")
      request.url = URL(string: "https://h.test/pong")
      request.httpMethod = "PUT"
      request.httpBody = Data("changed".utf8)
    }

    #expect(request?.headers == ["X-A": "1", "Authorization": "Bearer a"])
    #expect(request?.url.path == "/pong")
    #expect(request?.httpMethod == .put)
    #expect(request?.body == RequestBody(Data("changed".utf8)))
  }

  @Test func `a plugin that changes nothing leaves the request as it is`() {
    let (request, error) = sent { _ in }

    #expect(request?.headers == ["X-A": "1", "X-B": "2"])
    #expect(request?.body == RequestBody(Data("body".utf8)))
    #expect(error == nil)
  }

  @Test func `a timeout and a cache policy that a plugin sets are sent`() {
    let (request, error) = sent { request in
      request.timeoutInterval = 3
      request.cachePolicy = .reloadIgnoringLocalCacheData
    }

    #expect(request?.timeoutInterval == 3)
    #expect(request?.cachePolicy == .reloadIgnoringLocalCacheData)
    #expect(error == nil)
  }

  @Test func `a change that can't be sent fails the call`() {
    let (request, error) = sent { $0.httpBodyStream = InputStream(data: Data("stream".utf8)) }

    #expect(request == nil)
    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is UnreadMember)
  }
}
