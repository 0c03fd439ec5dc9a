// Members of specs and targets as their ancestors spell them, which are read or refused when the request is made.
import AbstractHTTP
import Foundation

struct Headers: RequestSpec {
  let url = "https://example.com"
  var headers: [String: String]? { ["A": "b"] }
}

struct Fields: RequestSpec {
  let url = "https://example.com"
  var headers: HTTPHeaders { ["A": "b"] }
}

struct Posted: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com"
  let httpMethod = "POST"
  let body: Data?
  let urlQuery = ["a": "b"]
  let decoder = JSONDecoder()
  func validate(_ response: Response) -> Bool { true }
}

struct Whole: RequestSpec {
  let url = "https://example.com"
  func body() -> RequestBody? { nil }
}

struct Throwing: ConnectionSpec {
  struct Refused: Error {}
  typealias ResponseModel = [String]
  let url = "https://example.com"
  func validate(response: Response) throws { throw Refused() }
  func parseResponse(response: Response) throws -> [String] { throw ConnectionErrorType.parse }
}

enum API: TargetType {
  case user(url: String)

  var baseURL: URL { URL(filePath: "/") }
  var url: String { "https://example.com" }
  var headers: [String: String]? { nil }
  var parameters: [String: Any]? { ["a": 1] }
}

protocol ShopSpec: ConnectionSpec {}

extension ShopSpec {
  var headers: HTTPHeaders { ["X-Key": "1"] }
}

final class GetShop: ShopSpec {
  typealias ResponseModel = String
  let url = "https://example.com"
}

func uses() throws {
  let method = Headers().httpMethod
  let headers = Headers().headers
  let request = try Whole().request()
  let specs: [any RequestSpec] = [Fields(), Posted(body: nil), API.user(url: ""), GetShop()]
  print(method.rawValue, headers ?? [:], request, specs.map(\.httpMethod.rawValue), specs.map(\.headers.count))
}
