import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct HTTPTests {
  private struct User: Decodable, Equatable {
    let name: String
  }

  /// A chain over a stub, which delivers where it works.
  private func http(_ body: String = "pong", status: Int = 200, type: String? = nil) -> HTTP {
    var response = Response(statusCode: status, data: Data(body.utf8))
    response.headers["Content-Type"] = type
    return HTTP("http://h.test/p").httpConnector(StubConnector(response)).callbackInMainThread(false)
  }

  private func sent(_ http: HTTP) async throws -> Request {
    let connector = StubConnector()
    _ = try await http.httpConnector(connector).callbackInMainThread(false).fetchData().value
    return try #require(connector.requests.first)
  }

  @Test func `one header is set, and the others are kept`() async throws {
    let url = try #require(URL(string: "http://h.test/p"))

    let request = try await sent(HTTP(url).headers(["A": "1", "B": "2"]).header("b", "3").header("C", "4"))

    #expect(request.url == url)
    #expect((request.headers["A"], request.headers["B"], request.headers["C"]) == ("1", "3", "4"))
  }

  @Test func `bodies are encoded when the request is made`() async throws {
    struct User: Encodable { let name: String }
    let http = HTTP("http://h.test/p").httpMethod(.post)

    let json = try await sent(http.body(json: User(name: "Ann")))
    let ordered = try await sent(http.body(json: ["z": 1, "a": 2] as JSON))
    let form = try await sent(http.body(form: ["name": "Ann & Bo"]))
    let failure = await #expect(throws: ConnectionError.self) { try await sent(http.body(json: Double.nan)) }

    #expect(json.body == RequestBody(Data(#"{"name":"Ann"}"#.utf8), contentType: "application/json"))
    #expect(ordered.body == RequestBody(Data(#"{"z":1,"a":2}"#.utf8), contentType: "application/json"))
    #expect(form.body == .form(["name": "Ann & Bo"]))
    #expect(failure?.type == .invalidRequest)
  }

  @Test func `a connection explains what it would send, and sends nothing`() throws {
    let connector = StubConnector()
    let connection = Connection(GetExplained())
    connection.httpConnector = connector
    connection.use(.retry(3), .timeout(.seconds(3)))

    let text = connection.explain()

    #expect(text.contains("totalTimeout(3s) { retry(3) { send } }"))
    #expect(text.contains("\n\(try connection.curl())"))
    #expect(connector.requestCount == 0)
  }

  @Test func `the shortest chain is a GET`() throws {
    let connector = StubConnector(Response(data: Data("pong".utf8)))

    let promise = HTTP("http://h.test/").httpConnector(connector).callbackInMainThread(false).asString()

    #expect(promise.settled?.value == "pong")
    #expect(connector.requests == [Request(url: try URL(http: "http://h.test/"))])
  }

  private static let setters: [@Sendable (HTTP) -> HTTP] = [
    { $0.httpMethod(.patch) },
    { $0.headers(["A": "b"]) },
    { $0.urlQuery(["q": "a b"]) },
    { $0.body(RequestBody(Data("body".utf8), contentType: "text/plain")) },
    { $0.validate { $0.statusCode == 404 } },
    { $0.urlEncoder(Dashing()) },
    { $0.callbackInMainThread(false) },
    { $0.isLogEnabled(false) },
    { $0.holder(ConnectionHolder()) },
    { $0.use(.headers(["C": "d"])) },
    { $0.setupDefaultHTTPConnector { _ in } },
  ]

  @Test(.serialized, arguments: 0..<20)
  func `the setters chain in any order, and all of them count`(seed: Int) {
    var random = Generator(seed)
    let connector = StubConnector(Response(statusCode: 404, data: Data("none".utf8)))
    let record = Record<String>()
    let recorder = Recorder()
    let setters =
      Self.setters + [
        { $0.httpConnector(connector) },
        { $0.addListener(recorder) },
        { $0.addResponseListener(recorder) },
        { $0.addErrorListener(recorder) },
        { $0.addOnError { _, _, _ in record.add("error") } },
        { $0.addOnEnd { _, model, _ in record.add("end \(model as? String ?? "")") } },
      ]

    let http = setters.shuffled(using: &random).reduce(HTTP("http://h.test/p?a=1")) { $1($0) }
    let promise = http.asString()

    let request = connector.requests.first
    #expect(promise.settled?.value == "none")
    #expect(request?.description == "PATCH http://h.test/p?a=1&q=a-b")
    #expect(request?.headers == ["A": "b", "C": "d"] || request?.headers == ["C": "d", "A": "b"])
    #expect(request?.body == RequestBody(Data("body".utf8), contentType: "text/plain"))
    #expect(recorder.events == ["onStart", "onReceived", "onReceivedModel", "afterSuccess", "onEnd"])
    #expect(record.all == ["end none"])
  }

  @Test func `a chain is a value, and serves as a template`() {
    let connector = StubConnector()
    let template = HTTP("http://h.test/").httpConnector(connector).callbackInMainThread(false).headers(["A": "b"])

    _ = template.httpMethod(.post).headers(["C": "d"]).asData()
    _ = template.asData()
    _ = template.asData()

    #expect(connector.requests.map { "\($0.httpMethod) \($0.headers)" } == ["POST C: d", "GET A: b", "GET A: b"])
  }

  @Test func `a setting that is set twice has its last value`() {
    let connector = StubConnector()

    _ = HTTP("http://h.test/").httpConnector(StubConnector()).httpConnector(connector).callbackInMainThread(false)
      .body(Data("one".utf8)).body(Data("two".utf8)).asVoid()

    #expect(connector.requests.map(\.body) == [RequestBody(Data("two".utf8))])
  }

  @Test func `a form is sent, and a form without a valid body fails with invalidRequest`() throws {
    let connector = StubConnector()
    let http = HTTP("http://h.test/").httpMethod(.post).httpConnector(connector).callbackInMainThread(false)

    _ = http.body(Data()).body(MultipartFormData([.text("a", name: "n")], boundary: "x")).asVoid()
    let promise = http.body([.text("a", name: "n").header("X\r\n", "1")]).asVoid()

    let body = try #require(connector.requests.first?.body)
    #expect(connector.requestCount == 1)
    #expect(body.contentType == "multipart/form-data; boundary=x")
    #expect(try body.data().starts(with: "--x\r\n".utf8))
    #expect(promise.settled?.errorInfo?.error?.type == .invalidRequest)
  }

  @Test func `middleware and listeners are added to those there are`() {
    let connector = StubConnector()
    let record = Record<String>()

    _ = HTTP("http://h.test/").httpConnector(connector).callbackInMainThread(false)
      .use(.headers(["A": "b"])).use(.headers(["C": "d"]))
      .addOnEnd { _, _, _ in record.add("first") }.addOnEnd { _, _, _ in record.add("second") }
      .asData()

    #expect(connector.requests.first?.headers["A"] == "b")
    #expect(connector.requests.first?.headers["C"] == "d")
    #expect(record.all == ["first", "second"])
  }

  @Test func `each form without a closure gives its promise`() {
    let json = http(#"{"name": "Ada"}"#)

    #expect(http().asString().settled?.value == "pong")
    #expect(http().asData().settled?.value == Data("pong".utf8))
    #expect(http(status: 201).asResponse().settled?.value?.statusCode == 201)
    #expect(json.asDecodable(User.self).settled?.value == User(name: "Ada"))
    #expect(http().asModel { $0.data.count }.settled?.value == 4)
  }

  @Test func `each form with a closure calls it, and gives its connection`() {
    let record = Record<String>()
    let json = http(#"{"name": "Ada"}"#)

    let string: Connection<String> = http().asString { record.add($0) }
    let data: Connection<Data> = http().asData { record.add("\($0.count)") }
    let response: Connection<Response> = http().asResponse { record.add("\($0.statusCode)") }
    let user: Connection<User> = json.asDecodable(User.self) { record.add($0.name) }
    let model: Connection<Int> = http().asModel(parse: { $0.data.count }) { record.add("\($0)") }

    #expect(record.all == ["pong", "4", "200", "Ada", "4"])
    #expect([string.latestRequest, data.latestRequest, response.latestRequest].allSatisfy { $0 != nil })
    #expect(user.latestRequest != nil)
    #expect(model.latestRequest != nil)
  }

  @Test func `a model's type may be left to the closure`() {
    let record = Record<User>()

    http(#"{"name": "Ada"}"#).asDecodable { (user: User) in record.add(user) }

    #expect(record.all == [User(name: "Ada")])
  }

  @Test func `reads JSON by the decoder that is given`() {
    struct Model: Decodable, Sendable { let firstName: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase

    let promise = http(#"{"first_name": "Ada"}"#).asDecodable(Model.self, decoder: decoder)

    #expect(promise.settled?.value?.firstName == "Ada")
  }

  @Test func `bytes that are no text are a parse error, in each form`() {
    let response = Response(data: Data([0xFF, 0xFE, 0xFD]))
    let http = HTTP("http://h.test/").httpConnector(StubConnector(response)).callbackInMainThread(false)
    let record = Record<ConnectionErrorType>()

    let promise = http.asString(encoding: .utf8)
    http.addOnError { error, _, _ in record.add(error.type) }.asString { _ in }

    #expect(promise.settled?.errorInfo?.error?.type == .parse)
    #expect(promise.settled?.errorInfo?.error?.nativeError is UndecodableText)
    #expect(promise.settled?.errorInfo?.error?.response?.data == response.data)
    #expect(record.all == [.parse])
  }

  @Test func `an unknown character set is a parse error, unless an encoding is given`() {
    let http = http(type: "text/plain; charset=klingon")

    #expect(http.asString().settled?.errorInfo?.error?.type == .parse)
    #expect(http.asString(encoding: .ascii).settled?.value == "pong")
  }

  @Test(arguments: ["{", "[]", "null", #"{"name": 1}"#])
  func `bad JSON is a parse error, in each form`(body: String) {
    let record = Record<ConnectionErrorType>()

    let promise = http(body).asDecodable(User.self)
    http(body).addOnError { error, _, _ in record.add(error.type) }.asDecodable(User.self) { _ in }

    #expect(promise.settled?.errorInfo?.error?.type == .parse)
    #expect(promise.settled?.errorInfo?.error?.nativeError is DecodingError)
    #expect(record.all == [.parse])
  }

  @Test func `a status other than 200 to 299 is refused, unless it is validated otherwise`() {
    #expect(http(status: 404).asString().settled?.errorInfo?.error?.type == .invalidResponse)
    #expect(http(status: 404).validate { _ in true }.asString().settled?.value == "pong")
    #expect(http().validate { _ in false }.asString().settled?.errorInfo?.error?.type == .invalidResponse)
  }

  @Test func `the default connector is set up, whether it is set before or after`() throws {
    let connector = DefaultHTTPConnector.patient
    let setup: @Sendable (DefaultHTTPConnector) -> Void = { $0.timeoutInterval = 0.25 }
    let before = HTTP("").httpConnector(connector).setupDefaultHTTPConnector(setup)
    let after = HTTP("").setupDefaultHTTPConnector(setup).httpConnector(connector)

    for http in [before, after] {
      connector.timeoutInterval = 15
      let connection = http.callbackInMainThread(false).asData { _ in }
      #expect(connection.httpConnector === connector)
      #expect(connector.timeoutInterval == 0.25)
    }
  }

  @Test func `without another, the connector that is set up is the connection's own`() {
    let connection = HTTP("").callbackInMainThread(false)
      .setupDefaultHTTPConnector { $0.timeoutInterval = 0.25 }
      .setupDefaultHTTPConnector { $0.isRedirectEnabled = false }
      .asData { _ in }

    let connector = connection.httpConnector as? DefaultHTTPConnector
    #expect(connector?.timeoutInterval == 0.25)
    #expect(connector?.isRedirectEnabled == false)
  }

  @Test func `a connector of another kind is not set up`() {
    let record = Record<String>()

    _ = http().setupDefaultHTTPConnector { _ in record.add("set up") }.asData()

    #expect(record.all.isEmpty)
  }

  @Test func `a holder keeps the connection, and can cancel it`() {
    let holder = ConnectionHolder()
    let promise = HTTP("http://h.test/").httpConnector(StubConnector.neverAnswering).callbackInMainThread(false)
      .holder(holder).asData()

    let count = holder.count
    holder.cancelAll()

    #expect(count == 1)
    #expect(promise.settled?.errorInfo?.isCancelled == true)
  }

  @Test func `over a real server, it sends the configured values`() async throws {
    let server = try LoopbackServer()
    server.on(.patch, "/echo") { request in .text("\(request.query["q"] ?? "") \(request.body.count)") }

    let text = try await HTTP("http://127.0.0.1:\(server.port)/echo").httpMethod(.patch).urlQuery(["q": "a+b c"])
      .body(Data("body".utf8)).asString().value

    #expect(text == "a+b c 4")
  }
}

extension HTTP {
  fileprivate func asVoid() -> ConnectionPromise<Void> { asModel { _ in } }
}

private struct Dashing: URLEncoder {
  func encode(_ text: String) -> String { text.split(separator: " ").joined(separator: "-") }
}

private struct GetExplained: ConnectionSpec {
  typealias ResponseModel = String
  let url = "http://h.test/p"
}
