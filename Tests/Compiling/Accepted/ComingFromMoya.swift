// The code in the right column of the guide "Coming from Moya", and Moya's own spelling where the guide says that it's the
// same.
import AbstractHTTP
import Foundation

struct User: Codable, Sendable { let name: String }

final class UIImage: Sendable {
  init?(data: Data) {}
}

enum GitHub: TargetType {
  case zen, data(Data), model(User), search(String), both(Data), mixed, file(URL), form(URL), formAndQuery(URL)
  case download(URL), downloadAndQuery(URL)

  var baseURL: URL { URL(filePath: "/") }
  var path: String { "/users" }
  var method: HTTPMethod { .get }
  var headers: [String: String]? { ["Accept": "application/json"] }
  var sampleData: Data { Data() }
  var validationType: ValidationType { .none }

  var task: RequestTask {
    let encoder = JSONEncoder()
    switch self {
    case .zen: return .requestPlain
    case .data(let data): return .requestData(data)
    case .model(let user): return .requestCustomJSONEncodable(user, encoder: encoder)
    case .search(let words): return .requestParameters(parameters: ["q": words], encoding: URLEncoding.queryString)
    case .both(let data): return .requestCompositeData(bodyData: data, urlParameters: ["page": 1])
    case .mixed:
      return .requestCompositeParameters(
        bodyParameters: ["q": "a"],
        bodyEncoding: JSONEncoding.default,
        urlParameters: ["page": 1]
      )
    case .file(let url): return .uploadFile(url)
    case .form(let url): return .uploadMultipartFormData([.file(url, name: "photo"), .text("Ada", name: "name")])
    case .formAndQuery(let url):
      return .uploadCompositeMultipartFormData(
        [.data(Data(), name: "empty"), .file(url, name: "a")],
        urlParameters: [:]
      )
    case .download(let url): return .downloadDestination(.file(url))
    case .downloadAndQuery(let url):
      return .downloadParameters(
        parameters: ["page": 1],
        encoding: URLEncoding.default,
        destination: .choosing { head in url }
      )
    }
  }
}

enum API: TargetType {
  case user

  var baseURL: URL { URL(filePath: "/") }
  var task: RequestTask { .requestJSONEncodable(User(name: "Ada")) }
  var validationType: ValidationType { .all([.successAndRedirectCodes, .contentType(["image/*"])]) }
}

struct Logging: PluginType {
  func prepare(_ request: Request, target: any TargetType) -> Request { request }
  func willSend(_ request: Request, target: any TargetType) {}
  func didReceive(_ result: Result<Response, ConnectionError>, target: any TargetType) {}
  func process(
    _ result: Result<Response, ConnectionError>,
    target: any TargetType
  ) -> Result<Response, ConnectionError> { result }
}

func provide(_ tokens: BearerTokens, _ connector: DefaultHTTPConnector, _ sample: Data) -> [Provider<GitHub>] {
  let logging = Provider<GitHub>(plugins: [Logging()], middleware: [.log(.headers)])
  var main = Provider<GitHub>(middleware: [.bearer(tokens)], sharesInFlight: true, httpConnector: connector)
  main.listeners = [ConnectionIndicator(show: { print("shown") }, hide: { print("hidden") })]
  main.callbackInMainThread = false
  main.isLogEnabled = true
  let other = Provider<GitHub>(middleware: [.basic(user: "ada", password: "secret")])
  let endpoints = Provider<GitHub>(
    endpoint: { target in Endpoint(target).adding(newHTTPHeaderFields: ["X-Page": "1"]).replacing(task: .requestPlain)
    },
    request: { endpoint in try endpoint.request() }
  )
  return [
    logging, main, other, endpoints,
    Provider(stub: .immediate),
    Provider(stub: .delayed(.seconds(1))),
    Provider(stub: { target in .never }),
    Provider(stub: .immediate.answering(.networkResponse(200, sample))),
    Provider(stub: .immediate.answering(.response(Response(statusCode: 404)))),
    Provider(stub: .immediate.answering(.networkError(URLError(.timedOut)))),
  ]
}

func send(_ provider: Provider<GitHub>, _ target: GitHub, _ decoder: JSONDecoder) async throws {
  _ = provider.endpoint(for: target)
  _ = try target.request().url
  provider.request(target) { result in print(result) }
  provider.request(target, callbackQueue: .main, progress: { print($0) }) { result in print(result) }
  let promise = provider.request(target)
  promise.progress { old, new in print(new) }
  promise.then { value, errorInfo in print(value ?? "none") }
  promise.success(on: MainActor.self) { response in print(response) }
  promise.success { response in print(response) }.failure { error, isCancelled in print(isCancelled) }
  print(await promise.outcome, promise.state)
  promise.cancel()
  for await progress in promise.progressUpdates { print(progress) }
  let response = try await promise.value
  print(response.statusCode, response.data, response.request ?? "")
  _ = provider.request(target, as: User.self, keyPath: "data.user", decoder: decoder)
  _ = provider.request(target, as: JSON.self)
  _ = provider.request(target, as: String.self)
  _ = provider.request(target, as: String.self, keyPath: "data.name")
  _ = provider.request(target) { UIImage(data: $0.data) }
  try ValidationType.successCodes.validate(response)
  _ = MultiTarget(API.user).target
}

func read(_ error: ConnectionError, _ data: Data, _ stream: BodyStream, _ folder: URL, _ file: URL) {
  switch error.type {
  case .invalidResponse, .parse, .invalidRequest, .invalidURL, .network: print(error.statusCode ?? 0)
  default: print(error.userMessage, error.response ?? "")
  }
  let parts: [MultipartFormData.Part] = [
    .data(data, name: "data", fileName: "a.bin", mimeType: "text/plain"), .file(file, name: "file"),
    .stream(stream, name: "stream"), .text("Ada", name: "text"),
  ]
  print(parts, DownloadDestination.directory(folder))
}
