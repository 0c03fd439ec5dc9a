import AbstractHTTPMoya
import Foundation
import Testing

@testable import TestSupport

/// What the names of Moya's do here.
struct MoyaModuleTests {
  private enum Shop: TargetType {
    case search, photo

    var baseURL: URL { .of("https://shop.test/v1") }
    var path: String { "/search" }
    var method: Moya.Method { self == .photo ? .post : .get }
    var headers: [String: String]? { ["X-App": "shop"] }
    var sampleData: Data { Data(#"{"data": {"name": "Ada"}}"#.utf8) }
    var task: AbstractHTTPMoya.Task {
      switch self {
      case .search:
        var parameters: [String: Any] = [:]
        parameters["page"] = 2
        parameters["tags"] = ["a", "b"]
        return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
      case .photo:
        return .uploadMultipart([
          AbstractHTTPMoya.MultipartFormData(provider: .data(Data("jpeg".utf8)), name: "photo", fileName: "1.jpg")
        ])
      }
    }
  }

  private struct User: Decodable { let name: String }

  @Test func `parameters of any type are sent`() throws {
    let request = try Shop.search.request()

    #expect(request.url.absoluteString == "https://shop.test/v1/search?page=2&tags%5B%5D=a&tags%5B%5D=b")
    #expect(request.headers == ["X-App": "shop"])
  }

  @Test func `parts are a form`() throws {
    let body = try Shop.photo.request().body

    #expect(body?.contentType?.hasPrefix("multipart/form-data") == true)
    guard case .data(let data)? = body?.content else { return #expect(Bool(false), "the form is in memory") }
    #expect(
      String(decoding: data, as: UTF8.self).contains("name=\"photo\"; filename=\"1.jpg\"\r\nContent-Type: image/jpeg")
    )
  }

  @Test func `a stub answers with the sample data, which is mapped`() throws {
    let names = Record<String>()
    var provider = MoyaProvider<Shop>(stubClosure: MoyaProvider.immediatelyStub)
    provider.callbackInMainThread = false

    let call: any Cancellable = provider.request(.search) { result in
      let user = try? result.get().filterSuccessfulStatusCodes().map(User.self, atKeyPath: "data")
      names.add(user?.name ?? "none")
    }

    #expect(names.all == ["Ada"])
    #expect(!call.isCancelled)
  }

  @Test func `an endpoint of its parts sends them`() throws {
    let endpoint = Endpoint(
      url: URL(target: Shop.search).absoluteString,
      sampleResponseClosure: { .networkResponse(404, Data()) },
      method: Shop.search.method,
      task: Shop.search.task,
      httpHeaderFields: Shop.search.headers
    )

    #expect(try endpoint.request() == Shop.search.request())
    #expect(endpoint == MoyaProvider<Shop>.defaultEndpointMapping(for: .search))
  }

  @Test func `an endpoint of an address that can't be read fails`() {
    let endpoint = Endpoint(
      url: "http://[",
      sampleResponseClosure: { .networkResponse(200, Data()) },
      method: .get,
      task: .requestPlain,
      httpHeaderFields: nil
    )

    #expect(throws: ConnectionError.self) { try endpoint.request() }
  }

  @Test func `an empty body is NSNull, if it may be empty`() throws {
    let empty = Moya.Response(statusCode: 200)

    #expect(try empty.mapJSON(failsOnEmptyData: false) is NSNull)
    #expect(throws: (any Error).self) { try empty.mapJSON() }
    #expect(try Moya.Response(data: Data(#"{"a": {"b": "c"}}"#.utf8)).mapString(atKeyPath: "a.b") == "c")
  }
}
