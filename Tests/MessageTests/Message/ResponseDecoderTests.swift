import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ResponseDecoderTests {
  private struct User: Codable, Hashable, Sendable {
    var name: String
    var age: Int
  }

  private struct Page: Codable, Sendable {
    var data: [User]
  }

  private let ada = User(name: "Ada", age: 36)

  private func response(of model: some Encodable) throws -> Response {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return Response(data: try encoder.encode(model), url: .of("http://h.test/"))
  }

  private func http(_ response: Response) -> HTTP {
    HTTP("http://h.test/").httpConnector(StubConnector(response)).callbackInMainThread(false)
  }

  @Test func `a call decodes by the decoder that it is given`() async throws {
    let http = http(try response(of: ada))

    let user = try await http.fetch(User.self, decoder: PropertyListDecoder()).value
    let former = try await http.asDecodable(User.self, decoder: PropertyListDecoder()).value

    #expect(user == ada)
    #expect(former == ada)
  }

  @Test func `a client decodes by the decoder of its options`() async throws {
    let connector = StubConnector(try response(of: ada))
    let made = Counter()
    let client = Client(baseURL: "http://h.test") {
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
      $0.decoder = .custom {
        _ = made.next()
        return PropertyListDecoder()
      }
    }

    let user = try await client.http("/").fetch(User.self).value

    #expect(user == ada)
    #expect(made.next() == 2)
  }

  @Test func `a spec decodes by its own decoder`() throws {
    struct Spec: ResponseSpec {
      typealias ResponseModel = User
      var decoder: DecodingOptions? { .custom { PropertyListDecoder() } }
    }

    #expect(try Spec().parseResponse(response: response(of: ada)) == ada)
  }

  @Test func `a provider decodes by its decoder, or that of the call`() async throws {
    var provider = Provider<Users>(stub: { _ in .immediate })
    provider.callbackInMainThread = false

    let called = try await provider.request(.plist, as: [User].self, keyPath: "data", decoder: PropertyListDecoder())
      .value
    provider.decoder = PropertyListDecoder()
    let first = try await provider.request(.plist, as: User.self, keyPath: "data.0").value

    #expect(called == [User(name: "Ada", age: 36)])
    #expect(first == User(name: "Ada", age: 36))
  }

  private enum Users: TargetType {
    case plist

    var baseURL: URL { .of("http://h.test") }
    var sampleData: Data {
      (try? PropertyListEncoder().encode(Page(data: [User(name: "Ada", age: 36)]))) ?? Data()
    }
  }

  @Test func `a response decodes at a key path, and texts as they are`() throws {
    let response = try response(of: Page(data: [ada]))
    let decoder = PropertyListDecoder()

    #expect(try response.decoded(as: User.self, keyPath: "data.0", decoder: decoder) == ada)
    #expect(try response.decoded(as: Int?.self, keyPath: "none", decoder: decoder) == nil)
    #expect(try response.decoded(as: String.self, decoder: decoder).contains("plist"))
    #expect(try Response().decoded(as: User?.self, decoder: decoder) == nil)
    #expect(throws: DecodingError.self) { try response.decoded(as: User.self, keyPath: "data.1", decoder: decoder) }
  }

  @Test func `a stage decodes by the decoder that it is given`() throws {
    let stage = Stage<Response, User>.parsing(User.self, decoder: PropertyListDecoder())

    #expect(try Pipeline(stage).runSynchronously(response(of: ada)) == ada)
  }

  @Test func `a failure says where the decoder failed, and not that the text is no JSON`() async throws {
    let http = http(try response(of: ["data": [["name": "Ada"]]]))

    let error = await http.fetch(Page.self, decoder: PropertyListDecoder()).outcome.errorInfo?.error

    #expect(error?.type == .parse)
    #expect(error?.decodingFailure?.reason == .missing)
    #expect(error?.decodingFailure.map { "\($0.path)" } == "$.data[0].age")
    #expect(error?.decodingFailure?.model == "Page")
  }

  @Test func `a decoder of one's own reads another format`() throws {
    let text = try Response(data: Data("Ada".utf8)).decoded(as: [String: String].self, decoder: NameDecoder())

    #expect(text == ["name": "Ada"])
  }

  @Test func `a JSONDecoder decodes as before, made once for a response`() throws {
    let made = Counter()
    let options = DecodingOptions.custom {
      _ = made.next()
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    }

    let user = try options.decode([String: Int].self, from: Data(#"{"a_b": 1}"#.utf8))

    #expect(user == ["a_b": 1])
    #expect(made.next() == 2)
    #expect("\(options.decoder().keyDecodingStrategy)" == "convertFromSnakeCase")
  }
}

/// Reads a text as the name of something.
private struct NameDecoder: ResponseDecoder {
  func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
    try JSONDecoder().decode(type, from: JSONEncoder().encode(["name": String(decoding: data, as: UTF8.self)]))
  }
}
