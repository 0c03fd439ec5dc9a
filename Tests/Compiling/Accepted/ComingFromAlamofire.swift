// The code in the right column of the guide "Coming from Alamofire".
import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Codable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "https://api.example.com/users/\(id)" }
  let omitsCredentials = true
  let destination: DownloadDestination? = nil
  func validate(response: Response) throws -> Bool { response.statusCode == 200 }
  func parseResponse(response: Response) throws -> User { try response.decoded() }
}

struct KeyAuthenticator: Authenticator {
  func apply(_ key: String, to request: inout Request) { request.headers["X-Api-Key"] = key }
  func refresh(_ key: String) async throws -> String { key }
  func expiry(of key: String) -> Date? { nil }
}

struct SearchTarget: TargetType {
  let baseURL = URL(filePath: "/")
  let validationType = ValidationType.all([.successCodes, .contentType(["application/json"])])
}

func send(_ user: User, _ url: String, _ link: URL, _ key: String, _ file: URL, _ map: [String: any Sendable]) throws {
  _ = try RequestBody.json(parameters: map)
  _ = HTTP(url).fetch(User.self)
  _ = HTTP(link.absoluteString)
  _ = HTTP(url).httpMethod(.post).body(try .json(user))
  _ = HTTP(url).headers(["Accept": "application/json"])
  _ = HTTP(url).urlQuery(try URLQuery(parameters: ["q": key]))
  _ = try URLQuery(encoding: user)
  _ = try RequestBody.form(user)
  _ = try RequestBody.json([user])
  _ = try RequestBody.form(parameters: ["q": key])
  _ = HTTPMethod("PURGE")
  _ = Connection(GetUser(id: 7)).start()
  _ = try GetUser(id: 7).request()
  _ = try URLEncoding.default.encode(["q": key], for: .get).query
  _ = try FormEncoder(FormOptions(arrayEncoding: .noBrackets)).encode(user)
  _ = HTTP(url).httpMethod(.post).body(MultipartFormData([.text("Ada", name: "name"), .file(file, name: "photo")]))
  _ = HTTP(url).httpMethod(.put).body(RequestBody(file: file, contentType: "image/jpeg"))
  _ = HTTP(url).download(to: .directory(file))
  _ = DownloadDestination.file(file, options: [.createIntermediateDirectories, .removePreviousFile])
  _ = HTTP(url).setupDefaultHTTPConnector { $0.timeoutInterval = 5 }
  _ = HTTP(url).option(RedirectPolicy.never)
  _ = HTTP(url).setupDefaultHTTPConnector { $0.cookieJar = CookieJar() }
  _ = Request(url: link).curl()
}

func upload(_ form: MultipartFormData, _ text: Data, to file: URL) async throws {
  _ = RequestBody(BodyStream(length: nil) { InputStream(data: text) })
  _ = try await form.content().collect()
  _ = try await form.write(to: file)
}

func stream(_ url: String) async throws {
  let stream = try await HTTP(url).fetchStream().value
  for try await piece in stream { print(piece) }
  HTTP(url).fetchStream().forEach { piece in print(piece.count) }
  for try await line in HTTP(url).lines() { print(line) }
  for try await user in HTTP(url).jsonLines(User.self) { print(user) }
}

func receive(_ url: String, _ user: User, _ connection: Connection<User>) async throws {
  let promise = HTTP(url).fetchData()
  _ = HTTP(url).validate { $0.statusCode == 200 }
  _ = try await HTTP(url).fetchString(encoding: .utf8).value
  _ = try await HTTP(url).fetchJSON().value
  _ = try await HTTP(url).fetchResponse().value.headers
  _ = HTTP(url).fetchModel { try $0.json().users[0].name.stringValue }
  _ = HTTP(url).fetch(User?.self)
  _ = HTTP(url).fetch(User.self, decoder: JSONDecoder())
  _ = HTTP(url).fetch(User.self, decoder: PropertyListDecoder())
  _ = promise.success { data in print(data.count) }.failure { error, isCancelled in print(isCancelled) }
  _ = promise.success(on: DispatchQueue.global()) { data in print(data.count) }
  _ = promise.progress { old, progress in print(progress.fractionReceived ?? 0) }
  for await progress in promise.progressUpdates { print(progress.received) }
  _ = promise.map { data in data.count }
  _ = promise.mapError { error in error.type }
  switch await promise.outcome {
  case .fulfilled(let data): print(data)
  case .rejected(let error) where error.type == .invalidURL: print(error)
  case .rejected(let error): print(error.statusCode ?? 0, error.isTimeout, error.userMessage)
  case .cancelled: break
  }
  _ = try await promise.value
  promise.cancel()
  promise.pause()
  promise.resume()
  _ = connection.latestRequest
  connection.suspend()
  connection.holder.cancelAll()
  _ = connection.holder.connections
}

func clients(_ key: String, _ clock: some Clock<Duration>, _ now: Date) {
  _ = Client(baseURL: "https://api.example.com") { $0.headers["Accept-Language"] = "en" }
  _ = Client { $0.decoder.keyDecodingStrategy = .convertFromSnakeCase }
  _ = Client { $0.httpConnector = { StubConnector() } }
  _ = Middleware("sign", at: .attempt) { request, next in
    var request = request
    if request.body != nil { request.headers["X-Signature"] = key }
    return try await next(request)
  }
  var policy = RetryPolicy(limit: 4, backoff: .exponential(from: .seconds(1)))
  policy.errorCodes = [.networkConnectionLost]
  _ = Middleware.retry(policy)
  _ = RetryPolicy.default.retryingUnparsable(by: GetUser(id: 7))
  _ = Middleware.authorize(CredentialStore(key, by: KeyAuthenticator()))
  _ = Middleware.bearer(BearerTokens(BearerToken(access: key)) { old in old })
  _ = Middleware.basic(user: "ada", password: key)
  _ = Middleware.digest(user: "ada", password: key)
  _ = Middleware.compress(.deflate)
  _ = Middleware.apiKey(key, in: .header("X-Api-Key"))
  _ = Middleware.cache(FileCache(directory: .temporaryDirectory))
  _ = Middleware.headers(["Cache-Control": "no-store"])
  _ = Middleware.observe { event in print(event.kind) }
  _ = Middleware.trace { trace in print(trace.attempts, trace.duration) }
  _ = Middleware.log(.curl)
  _ = Middleware.timeout(attempt: .seconds(10), total: .seconds(60))
}

func native(_ urlRequest: URLRequest, _ response: Response) throws {
  _ = HTTP(urlRequest).fetchData()
  var request = try Request(urlRequest)
  request.body = try .json([1])
  _ = try request.urlRequest()
  _ = HTTPURLResponse(response)
}

func headers() -> HTTPHeaders {
  var headers: HTTPHeaders = ["Accept": "application/json"]
  let literal: HTTPHeaders = [.accept("application/json"), .authorization(bearerToken: "a1")]
  headers = headers.merging(literal)
  headers["X-Page"] = "1"
  headers.append("a=1", for: "Set-Cookie")
  _ = headers.values(for: "Set-Cookie")
  return headers.merging(["X-Page": "2"])
}

func configure(_ connector: DefaultHTTPConnector, _ key: String, _ data: Data) {
  connector.redirectPolicy = .deciding { response, next in .follow }
  connector.tls.pins = ["api.example.com": [PublicKeyPin(key)]]
  connector.tls.authorities = .systemAnd(pem: key)
  connector.tls.identity = .pkcs12(data, password: key)
  connector.proxy = .http("proxy.example.com", port: 3128)
}
