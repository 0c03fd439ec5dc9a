// A target file of an app that used Moya: only its import was changed.
import AbstractHTTPMoya
import Foundation

enum Shop {
  case zen
  case item(id: Int)
  case search(words: String, page: Int)
  case login(user: String, password: String)
  case order(Order)
  case rename(id: Int, name: String)
  case photo(id: Int, jpeg: Data)
  case album(id: Int, files: [URL], title: String)
  case delete(id: Int)
}

struct Order: Codable {
  let item: Int
  let count: Int
}

extension Shop: TargetType {
  var baseURL: URL { return URL(string: "https://api.example.com/v1") ?? URL(fileURLWithPath: "/") }

  var path: String {
    switch self {
    case .zen:
      return "/zen"
    case .item(let id), .rename(let id, _), .delete(let id):
      return "/items/\(id)"
    case .search:
      return "/search"
    case .login:
      return "/login"
    case .order:
      return "/orders"
    case .photo(let id, _), .album(let id, _, _):
      return "/items/\(id)/photos"
    }
  }

  var method: Moya.Method {
    switch self {
    case .zen, .item, .search:
      return .get
    case .login, .order, .photo, .album:
      return .post
    case .rename:
      return .patch
    case .delete:
      return .delete
    }
  }

  var task: Task {
    switch self {
    case .zen, .item, .delete:
      return .requestPlain
    case .search(let words, let page):
      return .requestParameters(parameters: ["q": words, "page": page], encoding: URLEncoding.queryString)
    case .login(let user, let password):
      var parameters: [String: Any] = [:]
      parameters["user"] = user
      parameters["password"] = password
      return .requestParameters(parameters: parameters, encoding: JSONEncoding.default)
    case .order(let order):
      return .requestJSONEncodable(order)
    case .rename(_, let name):
      return .requestCompositeParameters(
        bodyParameters: ["name": name],
        bodyEncoding: URLEncoding.httpBody,
        urlParameters: ["notify": true]
      )
    case .photo(_, let jpeg):
      let photo = MultipartFormData(provider: .data(jpeg), name: "photo", fileName: "1.jpg", mimeType: "image/jpeg")
      return .uploadMultipart([photo])
    case .album(_, let files, let title):
      var parts = files.map { Moya.MultipartFormData(provider: .file($0), name: "photos[]") }
      parts.append(MultipartFormData(provider: .data(title.data(using: .utf8) ?? Data()), name: "title"))
      return .uploadCompositeMultipart(parts, urlParameters: ["size": "large"])
    }
  }

  var headers: [String: String]? {
    switch self {
    case .login:
      return nil
    default:
      return ["X-App": "shop"]
    }
  }

  var validationType: ValidationType {
    return .successAndRedirectCodes
  }

  var sampleData: Data {
    switch self {
    case .zen:
      return "Keep it simple.".data(using: String.Encoding.utf8) ?? Data()
    default:
      return Data("{}".utf8)
    }
  }
}

extension Shop: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? {
    switch self {
    case .zen, .login:
      return .none
    default:
      return .bearer
    }
  }
}

struct Item: Decodable {
  let name: String
}

final class ShopModel: @unchecked Sendable {
  private var call: Cancellable?
  private let provider = MoyaProvider<Shop>(
    plugins: [
      AccessTokenPlugin { _ in "token" },
      NetworkLoggerPlugin(configuration: .init(logOptions: .verbose)),
    ]
  )

  func load(_ id: Int, completion: @escaping @Sendable (Result<Item, MoyaError>) -> Void) {
    call = provider.request(.item(id: id)) { result in
      switch result {
      case .success(let response):
        do {
          let item = try response.filterSuccessfulStatusCodes().map(Item.self, atKeyPath: "data")
          completion(.success(item))
        } catch {
          print(error.localizedDescription, response.response?.statusCode ?? response.statusCode)
        }
      case .failure(let error):
        completion(.failure(error))
      }
    }
  }

  func stop() { call?.cancel() }
}

let stubbed = MoyaProvider<Shop>(stubClosure: MoyaProvider.immediatelyStub)
let delayed = MoyaProvider<Shop>(stubClosure: MoyaProvider.delayedStub(0.1), trackInflights: true)
let mapped = MoyaProvider<Shop>(endpointClosure: { (target: Shop) -> Endpoint in
  let endpoint = Endpoint(
    url: URL(target: target).absoluteString,
    sampleResponseClosure: { .networkResponse(200, target.sampleData) },
    method: target.method,
    task: target.task,
    httpHeaderFields: target.headers
  )
  return endpoint.adding(newHTTPHeaderFields: ["X-Build": "7"])
})

let plain = MoyaProvider<Shop>()
let many = MoyaProvider<MultiTarget>(plugins: [NetworkLoggerPlugin()])
