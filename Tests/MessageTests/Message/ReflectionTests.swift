import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Everything public that can hold a secret, with one in it, in every way that Swift prints a value.
struct ReflectionTests {
  private struct Login: TargetType {
    let password = "s3cret"
    var baseURL: URL { URL(string: "https://h.test/?token=s3cret") ?? URL(filePath: "/") }
    var path: String { "" }
    var method: HTTPMethod { .post }
    var task: RequestTask { .requestData(Data(password.utf8)) }
    var headers: [String: String] { ["Authorization": password] }
  }

  private struct Wrapped<Value: Sendable>: Error {
    let cause: Value
  }

  private struct Model: Encodable, Sendable {
    let password = "s3cret"
  }

  private static func request() throws -> Request {
    var request = Request(
      url: try #require(URL(string: "https://ada:s3cret@h.test/?access_token=s3cret#id_token=s3cret")),
      httpMethod: .post,
      headers: ["Authorization": "s3cret", "X-User-Auth": "s3cret", "Cookie": "a=s3cret", "X-Odd": "s3cret"],
      body: RequestBody(Data("s3cret".utf8), contentType: "text/plain")
    )
    request.context[ConfidentialHeadersKey.self] = ["X-Odd"]
    return request
  }

  private static func messages() throws -> [any Sendable] {
    let (request, data) = (try request(), Data("s3cret".utf8))
    let headers: HTTPHeaders = ["Set-Cookie": "s3cret", "Location": "/?code=s3cret"]
    let response = Response(headers: headers, data: data, url: request.url, request: request)
    let cause = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: request.url])
    let query = URLQuery([KeyValue("password", "s3cret"), KeyValue("page", "1")])
    return [
      request, response, headers, headers[0], request.body, RequestBody.Content.data(data), BodySegment.data(data),
      RequestBody(segments: [.data(data)]), query, query.keyValues[0],
      EncodedParameters(query: query, body: request.body),
      ConnectionError(.network, nativeError: cause, response: response, responseModel: "s3cret"),
      ConnectionError(.validation, nativeError: Wrapped(cause: request), responseModel: BearerToken(access: "s3cret")),
      Result<Response, ConnectionError>.failure(ConnectionError(.network, nativeError: cause, request: request)),
      Outcome<Response, ConnectionError>.fulfilled(response), InvalidRequest.headerName("Authorization: s3cret"),
      InvalidURL(url: Redaction.text(ofRefusedURL: "h.test/?token=s3cret"), reason: .notHTTP),
      RefreshFailed(reason: cause), UndecodableText(charset: "utf-8", reason: "malformed", response: response),
      HTTPArchive([HTTPArchive.Entry(request: request, response: response)]),
      CallEvent(kind: .attemptStarted(1, .call, request), time: .zero),
      CallEvent(kind: .attemptEnded(1, .success(response)), time: .zero),
      CallEvent(kind: .refreshed(RefreshFailed(reason: cause)), time: .zero),
    ]
  }

  private static func settings() throws -> [any Sendable] {
    let (login, request, data) = (Login(), try request(), Data("s3cret".utf8))
    var endpoint = Endpoint(login)
    endpoint.task = .requestParameters(parameters: ["password": "s3cret"], encoding: JSONEncoding.default)
    let http = HTTP("https://ada:s3cret@h.test/?token=s3cret").headers(["Authorization": "s3cret"])
      .urlQuery(["password": "s3cret"]).body(data)
    let token = BearerToken(access: "s3cret", refresh: "s3cret")
    let tokens = BearerTokens(token) { _ in token }
    let middleware = [
      Middleware.bearer(tokens), .basic(user: "ada", password: "s3cret"), .headers(["X-Api-Key": "s3cret"]),
    ]
    let response = Response(headers: ["Set-Cookie": "s3cret"], data: data)
    let stub = StubConnector(response)
    stub.execute(request: request) { _, _ in }
    let jar = CookieJar()
    jar.keep("a=s3cret", from: request.url)
    let archive = HTTPArchive([HTTPArchive.Entry(request: request, response: response)])
    return [
      token, tokens, middleware, Pipeline(Stage.sending(over: stub).wrapped(in: middleware)), stub, jar,
      ReplayConnector(archive), endpoint, MultiTarget(login), Endpoint(MultiTarget(login)), http,
      http.asDataConnection(),
      http.asDataConnection().requestSpec,
      Provider<Login>(stub: .immediate, middleware: middleware).endpoint(for: login),
      EndpointSampleResponse.networkResponse(200, data), EndpointSampleResponse.response(response),
      MultipartFormData([.text("s3cret", name: "password").header("X-Api-Key", "s3cret")]),
      MultipartFormData.Part.Content.data(data),
    ]
  }

  private static func tasks() throws -> [any Sendable] {
    let (data, parameters) = (Data("s3cret".utf8), ["a": "s3cret"] as [String: any Sendable])
    let tasks: [RequestTask] = [
      .requestData(data), .requestJSONEncodable(Model()), .requestCustomJSONEncodable(Model(), encoder: JSONEncoder()),
      .requestParameters(parameters: parameters, encoding: URLEncoding.default),
      .requestCompositeData(bodyData: data, urlParameters: parameters),
      .requestCompositeParameters(
        bodyParameters: parameters,
        bodyEncoding: JSONEncoding.default,
        urlParameters: parameters
      ),
      .uploadMultipartFormData([.text("s3cret", name: "a")]),
      .uploadCompositeMultipartFormData([.text("s3cret", name: "a")], urlParameters: parameters),
      .downloadParameters(
        parameters: parameters,
        encoding: URLEncoding.default,
        destination: .file(URL(filePath: "/a"))
      ),
    ]
    return tasks
  }

  @Test func `nothing that is printed, dumped, or reflected shows a secret`() throws {
    let values = try Self.messages() + Self.settings() + Self.tasks()

    for value in values {
      let nested: [Any] = [
        value, [value], Optional(value) as Any, ["key": value], (1, value), Wrapped(cause: value),
        Result<Int, Wrapped<any Sendable>>.failure(Wrapped(cause: value)),
      ]
      for nested in nested {
        var dumped = ""
        dump(nested, to: &dumped)
        let texts = [dumped, "\(nested)", String(describing: nested), String(reflecting: nested)] + strings(in: nested)
        for text in texts {
          #expect(!text.contains("s3cret") && !text.contains("YWRhOnMzY3JldA"), "\(type(of: value)): \(text)")
        }
      }
    }
  }

  @Test func `values that aren't secret are shown`() throws {
    var dumped = ""
    dump(try Self.request(), to: &dumped)

    #expect(dumped.contains("https://h.test/?access_token=***"))
    #expect(dumped.contains("POST") && dumped.contains("6 bytes") && dumped.contains("text/plain"))
    #expect("\(URLQuery([KeyValue("page", "1")]))".contains(#"value: Optional("1")"#))
  }

  /// All texts that a debugger reaches by reflection, bytes as text.
  private func strings(in value: Any, depth: Int = 0) -> [String] {
    if let text = value as? String { return [text] }
    if let data = value as? Data { return [String(decoding: data, as: UTF8.self)] }
    if let url = value as? URL { return [url.absoluteString] }
    guard depth < 12 else { return [] }
    return Mirror(reflecting: value).children.flatMap { strings(in: $0.value, depth: depth + 1) }
  }
}

extension HTTP {
  fileprivate func asDataConnection() -> Connection<Data> { asData { _ in } }
}
