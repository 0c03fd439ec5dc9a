import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct RequestBodyEncodingTests {
  private struct Login: Encodable, Sendable { let user = "Ada L", password = "a&b=c" }

  private static let formType = "application/x-www-form-urlencoded; charset=utf-8"

  @Test func `a form of texts is that of the same dictionary as a value`() throws {
    let fields = ["b": "1 + 1 = é", "a": "&", "": "x", "c": ""]

    #expect(RequestBody.form(fields) == (try RequestBody.form(Wrapped(fields: fields))))
  }

  private struct Wrapped: Encodable {
    let fields: [String: String]

    func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
  }

  @Test func `a form has its bytes and its type`() throws {
    let expected = RequestBody(Data("password=a%26b%3Dc&user=Ada+L".utf8), contentType: Self.formType)
    let options = FormOptions(spaceEncoding: .plusReplaced)

    #expect(try RequestBody.form(Login(), options: options) == expected)
    #expect(try RequestBody.form(parameters: ["user": "Ada L", "password": "a&b=c"], options: options) == expected)
    #expect(RequestBody.form(["a": "b c"]) == RequestBody(Data("a=b%20c".utf8), contentType: Self.formType))
  }

  @Test func `JSON has its bytes and its type, by the encoder that is given`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Named: Encodable { let firstName = "Ada", age = 36 }

    let body = try RequestBody.json(Named(), encoder: encoder)

    #expect(body == RequestBody(Data(#"{"age":36,"first_name":"Ada"}"#.utf8), contentType: "application/json"))
    #expect(try RequestBody.json(1) == RequestBody(Data("1".utf8), contentType: "application/json"))
  }

  @Test func `JSON of parameters is laid out as it is told`() throws {
    let parameters: [String: any Sendable] = ["b": [1, "2"] as [any Sendable], "a": nil as Int?]

    let line = try RequestBody.json(parameters: parameters)
    let lines = try RequestBody.json(parameters: ["a": 1], options: .prettyPrinted)

    #expect(line == RequestBody(Data(#"{"a":null,"b":[1,"2"]}"#.utf8), contentType: "application/json"))
    #expect(lines.content == .data(Data("{\n  \"a\" : 1\n}".utf8)))
  }

  @Test func `what cannot be encoded is thrown`() {
    #expect(throws: EncodingError.self) { try RequestBody.json(["a": Double.nan]) }
    #expect(throws: InvalidParameter.self) { try RequestBody.form([1, 2]) }
  }

  @Test(arguments: TestedEngine.allCases, [nil, "text/x-form"])
  func `the type is sent unless the headers name one`(engine: TestedEngine, named: String?) async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { .text("\($0.headers["Content-Type"] ?? "-") \($0.text)") }
    let url = try Request(server.url("/")).url
    let headers = named.map { HTTPHeaders(["content-type": $0]) } ?? [:]

    let request = Request(url: url, httpMethod: .post, headers: headers, body: try .form(["a": 1]))
    let response = try await engine.connector().response(to: request)

    #expect(try response.text() == "\(named ?? Self.formType) a=1")
  }
}
