import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

/// What a server of somebody else's reads: with `ABSTRACTHTTP_HTTPBIN=http://127.0.0.1:PORT` in the environment; see
/// `.ci/servers`.
@Suite(.enabled(if: Site.httpbin != nil), .timeLimit(.minutes(1)))
struct HttpbinParameterTests {
  /// One value, or several of the same key.
  private enum Texts: Decodable, Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case one(String)
    case many([String])

    init(stringLiteral value: String) { self = .one(value) }
    init(arrayLiteral elements: String...) { self = .many(elements) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = try (try? container.decode(String.self)).map(Texts.one) ?? .many(container.decode([String].self))
    }
  }

  private struct Order: Codable, Equatable, Sendable {
    struct Item: Codable, Equatable, Sendable { let name: String, count: Int, price: Double }
    var note = "a & b = c + d / é 日本 😀 \"\\ 100%\n"
    var items = [Item(name: "pen", count: 2, price: 1.5), Item(name: "ink", count: 1, price: 0.1)]
    var isPaid = true
    var coupon: String?
  }

  private struct Echo: Decodable, Sendable {
    let args: [String: Texts]
    let form: [String: Texts]
    let headers: [String: String]
    let json: Order?
  }

  private static let formOfOrder: [String: Texts] = [
    "note": "a & b = c + d / é 日本 😀 \"\\ 100%\n", "isPaid": "1",
    "items[][name]": ["pen", "ink"], "items[][count]": ["2", "1"], "items[][price]": ["1.5", "0.1"],
  ]

  private func send(
    _ engine: TestedEngine,
    _ method: HTTPMethod,
    query: URLQuery? = nil,
    body: RequestBody? = nil
  ) async throws -> Echo {
    let site = try #require(Site.httpbin)
    var http = HTTP(site.url("/anything")).httpMethod(method).urlQuery(query ?? [:]).callbackInMainThread(false)
    if let body { http = http.body(body) }
    return try await http.httpConnector(try engine.connector()).asDecodable(Echo.self).value
  }

  @Test(arguments: TestedEngine.allCases, [FormOptions.SpaceEncoding.percentEscaped, .plusReplaced])
  func `a form in the body is read rightly`(engine: TestedEngine, spaces: FormOptions.SpaceEncoding) async throws {
    let body = try RequestBody.form(Order(), options: FormOptions(spaceEncoding: spaces))

    let echo = try await send(engine, .post, body: body)

    #expect(echo.form == Self.formOfOrder)
    #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
  }

  @Test(arguments: TestedEngine.allCases, [FormOptions.SpaceEncoding.percentEscaped, .plusReplaced])
  func `a form in the query is read rightly`(engine: TestedEngine, spaces: FormOptions.SpaceEncoding) async throws {
    let query = try URLQuery(encoding: Order(), options: FormOptions(spaceEncoding: spaces))

    let echo = try await send(engine, .get, query: query)

    #expect(echo.args == Self.formOfOrder)
  }

  @Test(arguments: TestedEngine.allCases)
  func `a dictionary is read rightly, in the query and in the body at once`(engine: TestedEngine) async throws {
    let query = try URLEncoding.queryString.encode(["page": 2, "filter": ["on": true]], for: .put).query
    let body = try URLEncoding.default.encode(["tags": ["b", "a"], "none": nil as Int?], for: .put).body

    let echo = try await send(engine, .put, query: query, body: body)

    #expect(echo.args == ["page": "2", "filter[on]": "1"])
    #expect(echo.form == ["tags[]": ["b", "a"]])
  }

  @Test(arguments: TestedEngine.allCases)
  func `JSON is read rightly, of parameters and of an Encodable`(engine: TestedEngine) async throws {
    let order = Order()
    let parameters: [String: any Sendable] = [
      "note": order.note, "isPaid": true, "coupon": nil as String?, "items": order.items,
    ]

    for body in [try RequestBody.json(order), try JSONEncoding.prettyPrinted.encode(parameters, for: .post).body] {
      let echo = try await send(engine, .post, body: body)
      #expect(echo.json == order)
      #expect(echo.headers["Content-Type"] == "application/json")
    }
  }
}
