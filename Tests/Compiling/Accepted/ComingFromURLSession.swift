// The code in the right column of the guide "Coming from URLSession".
import AbstractHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Codable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let id: Int
  var url: String { "/users/\(id)" }
}

func send(_ user: User, _ url: String, _ data: Data, _ file: URL, _ stream: @escaping @Sendable () -> InputStream)
  throws
{
  _ = HTTP(url).fetchResponse()
  _ = HTTP(url).fetchData()
  _ = HTTP(url).fetch(User.self)
  _ = HTTP(url).fetchData().then { data, failure in print(data ?? Data()) }
  _ = HTTP(url).httpMethod(.post).headers(["Accept": "application/json"]).body(data)
  _ = HTTP(url).urlQuery(["q": "a+b", "page": "2"])
  _ = HTTP(url).httpMethod(.post).body(try .json(user))
  _ = HTTP(url).httpMethod(.put).body(RequestBody(file: file))
  _ = RequestBody(BodyStream(length: 1_000, stream))
  _ = HTTP(url).download(to: .file(file, options: .removePreviousFile))
  _ = HTTP(url).httpConnector(StubConnector(Response(data: data)))
  _ = HTTP(url).callbackInMainThread(false)
}

func read(_ url: String, _ stream: ResponseStream) async throws {
  for try await piece in stream { print(piece) }
  for try await byte in stream.bytes { print(byte) }
  for try await line in HTTP(url).lines() { print(line) }
  stream.cancel()
}

func native(_ urlRequest: URLRequest, _ response: Response) throws {
  _ = HTTP(urlRequest).fetchData()
  let request = try Request(urlRequest)
  _ = try request.urlRequest()
  _ = HTTPURLResponse(response)
}

func trust(_ connector: DefaultHTTPConnector, _ key: String, _ data: Data) {
  connector.proxy = .http("proxy.example.com", port: 3128)
  connector.tls.minimumVersion = .tls13
  connector.tls.pins = ["api.example.com": [PublicKeyPin(key)]]
  connector.tls.identity = .pkcs12(data, password: key)
  connector.redirectPolicy = .deciding { response, next in .stop }
  for policy in [RedirectPolicy.never, .sameOrigin, .limit(3)] { connector.redirectPolicy = policy }
}

func configure(_ client: Client, _ connector: DefaultHTTPConnector) throws {
  _ = Client(baseURL: "https://api.example.com") { $0.headers["Accept-Language"] = "en" }
  _ = client.with { $0.httpConnector = { connector } }
  connector.timeoutInterval = 60
  connector.isRedirectEnabled = false
  connector.isCookieEnabled = false
  connector.cookieJar = CookieJar()
  connector.maximumResponseSize = 1_000_000
  connector.cachePolicy = .reloadIgnoringLocalCacheData
  _ = client.with { $0.use(.timeout(total: .seconds(3_600))) }
  _ = client.with { $0.use(.concurrencyLimit(6)) }
  _ = client.with { $0.use(.cache(FileCache(directory: .temporaryDirectory))) }
  _ = client.with { $0.use(.basic(user: "ada", password: "secret")) }
  _ = client.with { $0.use(.digest(user: "ada", password: "secret")) }
  _ = client.with { $0.use(.trace { trace in print(trace) }) }
  client.cancelAll()
  print(client.connections.count)
}

func receive(_ client: Client, _ url: String) async throws {
  _ = try await client.send(GetUser(id: 7))
  let promise = HTTP(url).fetchResponse()
  promise.cancel()
  promise.pause()
  promise.resume()
  print(promise.state)
  _ = promise.progress { old, progress in print(progress.fractionSent ?? 0) }
  _ = promise.success(on: MainActor.self) { response in print(response) }
  let response = try await promise.value
  print(response.statusCode, response.suggestedFilename, response.url ?? "", response.request ?? "")
  print(response.headers["Content-Type"] ?? "", response.headers.values(for: "Set-Cookie"))
  do {
    _ = try await HTTP(url).fetchString().value
  } catch let error as ConnectionError {
    print(error.urlError?.code ?? .unknown, error.isOffline, error.isCancelled, error.isTLSFailure)
  }
}
