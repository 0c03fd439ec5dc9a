import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct MultiTargetTests {
  private struct Everything: TargetType {
    let baseURL = URL.of("https://h.test")
    let path = "/all"
    let method = HTTPMethod.put
    let parameters: [String: any Sendable]? = ["a": "1"]
    let parameterEncoding: any ParameterEncoding = URLEncoding.queryString
    let task = RequestTask.requestCompositeData(bodyData: Data("body".utf8), urlParameters: ["q": "2"])
    let headers: HTTPHeaders = ["X-A": "1"]
    let validationType = ValidationType.customCodes([404])
    let sampleData = Data("sample".utf8)
  }

  /// A target that writes members of the spec itself.
  private struct Own: TargetType {
    let baseURL = URL.of("https://h.test")
    let method = HTTPMethod.patch
    var urlQuery: URLQuery? { ["own": "1"] }
    func body() throws -> Data? { Data("own".utf8) }
  }

  @Test(arguments: [Everything(), Own()] as [any TargetType])
  private func `a target within makes the same request`(target: any TargetType) throws {
    #expect(try MultiTarget(target).request() == target.request())
    #expect(try MultiTarget.target(MultiTarget(target)).request() == target.request())
  }

  @Test func `everything is that of the target within`() throws {
    let (target, inner) = (MultiTarget(Everything()), Everything())

    #expect(target.baseURL == inner.baseURL)
    #expect(target.path == inner.path)
    #expect(target.method == inner.method)
    #expect(target.headers == inner.headers)
    #expect(target.validationType == inner.validationType)
    #expect(target.sampleData == inner.sampleData)
    #expect(target.parameters?.count == 1)
    #expect(try target.parameterEncoding.encode(["a": "1"], for: .post).query?.string() == "a=1")
    #expect(try target.body() == nil)
  }

  @Test func `a target of targets has the innermost in it`() {
    #expect(MultiTarget(MultiTarget(Everything())).target is Everything)
    #expect(MultiTarget.target(MultiTarget.target(MultiTarget(Own()))).target is Own)
  }

  @Test func `one provider sends those of several APIs, and shows what is in them`() throws {
    let seen = Record<String>()
    struct Seeing: PluginType {
      let seen: Record<String>
      func willSend(_ request: Request, target: any TargetType) { seen.add("\(type(of: target))") }
    }
    let connector = StubConnector(Response(statusCode: 404))
    let provider = Provider<MultiTarget>(
      plugins: [Seeing(seen: seen)],
      httpConnector: connector,
      callbackInMainThread: false
    )

    let everything = provider.request(MultiTarget(Everything()))
    let own = provider.request(MultiTarget(Own()))

    #expect(everything.settled?.value?.statusCode == 404)
    #expect(own.settled?.errorInfo?.error?.type == .invalidResponse)
    #expect(connector.requests == [try Everything().request(), try Own().request()])
    #expect(seen.all == ["Everything", "Own"])
    #expect(provider.connection(for: MultiTarget(Own())).requestSpec is Own)
    #expect(provider.endpoint(for: MultiTarget(Own())).target is Own)
    #expect(Endpoint(MultiTarget(Own())).target is Own)
  }
}
