import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RequestTaskTests {
  private struct Refused: Error {}

  private struct Sending: TargetType {
    let baseURL = URL.of("https://h.test/p?key=1")
    var method = HTTPMethod.post
    let task: RequestTask
  }

  private struct User: Codable {
    let name: String
    var at = Date(timeIntervalSince1970: 0)
  }

  /// An encoding of one's own, which fills both parts and counts.
  private struct Both: ParameterEncoding {
    let counter = Counter()

    func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters {
      guard parameters["refuse"] == nil else { throw Refused() }
      let query: URLQuery = ["method": method.rawValue, "n": "\(parameters.count)"]
      return EncodedParameters(query: query, body: RequestBody(Data("both \(counter.next())".utf8)))
    }
  }

  private static let file = URL(filePath: "/tmp/photo.jpeg")
  private static let destination = DownloadDestination.file(URL(filePath: "/tmp/movie.mp4"))
  private static let json = "application/json"
  private static let form = "application/x-www-form-urlencoded; charset=utf-8"

  private static func data(_ text: String, _ type: String? = nil) -> RequestBody {
    RequestBody(Data(text.utf8), contentType: type)
  }

  @Test(
    arguments: [
      (.requestPlain, "key=1", nil, nil),
      (.requestData(Data("raw".utf8)), "key=1", data("raw"), nil),
      (.requestJSONEncodable(["name": "Ada"]), "key=1", data(#"{"name":"Ada"}"#, json), nil),
      (
        .requestParameters(parameters: ["a": "b c"], encoding: URLEncoding.default), "key=1", data("a=b%20c", form), nil
      ),
      (.requestParameters(parameters: ["a": "b c"], encoding: .query), "key=1&a=b%20c", nil, nil),
      (.requestParameters(parameters: ["a": 1], encoding: JSONEncoding.default), "key=1", data(#"{"a":1}"#, json), nil),
      (.requestParameters(parameters: ["a": 1], encoding: Both()), "key=1&method=POST&n=1", data("both 2"), nil),
      (.requestCompositeData(bodyData: Data("raw".utf8), urlParameters: ["q": 1]), "key=1&q=1", data("raw"), nil),
      (
        .requestCompositeParameters(bodyParameters: ["a": 1], bodyEncoding: .json, urlParameters: ["q": 1]),
        "key=1&q=1", data(#"{"a":1}"#, json), nil
      ),
      (
        .requestCompositeParameters(bodyParameters: ["a": 1], bodyEncoding: .form, urlParameters: [:]),
        "key=1", data("a=1", form), nil
      ),
      (.uploadFile(file), "key=1", RequestBody(file: file), nil),
      (.downloadDestination(destination), "key=1", nil, destination),
      (
        .downloadParameters(parameters: ["a": 1], encoding: .query, destination: destination),
        "key=1&a=1", nil, destination
      ),
      (
        .downloadParameters(parameters: ["a": 1], encoding: .json, destination: destination),
        "key=1", data(#"{"a":1}"#, json), destination
      ),
    ] as [(RequestTask, String, RequestBody?, DownloadDestination?)]
  )
  func `each task makes its query, its body and its destination`(
    task: RequestTask,
    query: String,
    body: RequestBody?,
    destination: DownloadDestination?
  ) throws {
    let request = try Sending(task: task).request()

    #expect(request.url.query(percentEncoded: true) == query)
    #expect(request.body == body)
    #expect(request.destination == destination)
  }

  @Test(arguments: [
    (HTTPMethod.get, true), (.head, true), (.delete, true), (.post, false), (.put, false), (.patch, false),
  ])
  func `parameters go into the query or the body by the method`(method: HTTPMethod, isQuery: Bool) throws {
    let task = RequestTask.requestParameters(parameters: ["a": 1], encoding: URLEncoding.default)

    let request = try Sending(method: method, task: task).request()

    #expect(request.url.query() == (isQuery ? "key=1&a=1" : "key=1"))
    #expect((request.body == nil) == isQuery)
  }

  @Test func `an encoder of one's own writes the JSON`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys

    let task = RequestTask.requestCustomJSONEncodable(User(name: "Ada"), encoder: encoder)

    #expect(try Sending(task: task).request().body == Self.data(#"{"at":0,"name":"Ada"}"#, Self.json))
  }

  @Test func `a multipart form is the body, with parameters in the query`() throws {
    let form = MultipartFormData([.text("Ada", name: "name")], boundary: "b")

    let plain = try Sending(task: .uploadMultipartFormData(form)).request()
    let composite = try Sending(task: .uploadCompositeMultipartFormData(form, urlParameters: ["q": 1])).request()

    #expect(plain.body == (try form.content()))
    #expect(plain.url.query() == "key=1")
    #expect(composite.body == plain.body)
    #expect(composite.body?.contentType == "multipart/form-data; boundary=b")
    #expect(composite.url.query() == "key=1&q=1")
  }

  @Test(
    arguments: [
      (URLEncoding.default, .get, "key=1&n=1", nil),
      (URLEncoding.default, .post, "key=1", data("n=1", form)),
      (JSONEncoding.default, .get, "key=1", data(#"{"n":1}"#, json)),
    ] as [(any ParameterEncoding, HTTPMethod, String, RequestBody?)]
  )
  func `the library's encodings encode once a request`(
    encoding: any ParameterEncoding,
    method: HTTPMethod,
    query: String,
    body: RequestBody?
  ) throws {
    struct Counted: Encodable, Sendable {
      let counter: Counter

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(counter.next())
      }
    }
    let counter = Counter()
    let task = RequestTask.requestParameters(parameters: ["n": Counted(counter: counter)], encoding: encoding)

    let request = try Sending(method: method, task: task).request()

    #expect(request.url.query() == query)
    #expect(request.body == body)
    #expect(counter.next() == 2)
  }

  @Test(arguments: [
    RequestTask.requestJSONEncodable(Double.nan),
    .requestCustomJSONEncodable([Double.infinity], encoder: JSONEncoder()),
    .requestParameters(parameters: ["refuse": 1], encoding: Both()),
    .requestParameters(parameters: ["a": Mishap.lost], encoding: JSONEncoding.default),
    .requestParameters(parameters: ["a": Mishap.lost], encoding: URLEncoding.queryString),
    .requestCompositeData(bodyData: Data(), urlParameters: ["a": Mishap.lost]),
    .requestCompositeParameters(bodyParameters: ["a": 1], bodyEncoding: .query, urlParameters: [:]),
    .requestCompositeParameters(bodyParameters: ["a": 1], bodyEncoding: Both(), urlParameters: [:]),
    .uploadMultipartFormData(MultipartFormData([.text("Ada", name: "name")], boundary: "b\r\n")),
    .downloadParameters(parameters: ["refuse": 1], encoding: Both(), destination: destination),
  ])
  func `what cannot be made is an invalid request, with the cause`(task: RequestTask) {
    let error = #expect(throws: ConnectionError.self) { try Sending(task: task).request() }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError != nil)
  }

  @Test func `parameters of the body that would go into the query are refused in words`() {
    let task = RequestTask.requestCompositeParameters(
      bodyParameters: ["a": 1],
      bodyEncoding: URLEncoding.default,
      urlParameters: [:]
    )

    let error = #expect(throws: ConnectionError.self) { try Sending(method: .get, task: task).request() }

    #expect(error?.nativeError is MisplacedParameters)
    let words = "\(error?.nativeError, default: "")"
    #expect(words.hasPrefix("URLEncoding would put the body's parameters into the query"))
    #expect(throws: Never.self) { try Sending(method: .post, task: task).request() }
  }

  @Test func `a header of the target's goes before the type of its body`() throws {
    struct Patch: TargetType {
      let baseURL = URL.of("https://h.test/")
      let method = HTTPMethod.patch
      let task = RequestTask.requestJSONEncodable(["a": 1])
      let headers = ["Content-Type": "application/merge-patch+json"]
    }

    let request = try Patch().request()

    #expect(request.headers["Content-Type"] == "application/merge-patch+json")
  }
}
