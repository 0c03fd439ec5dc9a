import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Which model a request has: what the context says, and else a response. That the lines below compile is half of the test.
struct ProviderInferenceTests {
  private let connector: StubConnector
  private let provider: Provider<Canned>

  init() {
    connector = StubConnector { Response(data: Data(($0.url.query(percentEncoded: false) ?? "").utf8)) }
    provider = Provider(httpConnector: connector, callbackInMainThread: false)
  }

  private let heard = Record<String>()

  @Test func `a request without a context is one for a response`() {
    let promise = provider.request(.body("pong"))

    #expect(promise.settled?.value?.data == Data("pong".utf8))
    #expect(type(of: promise) == ConnectionPromise<Response>.self)
    #expect(connector.requestCount == 1)
  }

  @Test func `closures that do not say what they take get a response`() {
    provider.request(.body("a")).success { heard.add("\($0.statusCode)") }
    provider.request(.body("b")).success { response in heard.add("\(response.data.count)") }
    provider.request(.body("c"))
      .success { response in
        let status = response.statusCode
        heard.add("\(status)")
      }
      .failure { error, isCancelled in heard.add("never") }
    provider.request(.body("d")).success { _ in heard.add("d") }.failure { _, _ in heard.add("never") }
    provider.request(.body("e")).failure { _, _ in heard.add("never") }
    provider.request(.body("f")).finally { heard.add("f") }

    #expect(heard.all == ["200", "1", "200", "d", "f"])
    #expect(connector.requestCount == 6)
  }

  @Test func `a closure that takes a model makes it a request for that`() {
    provider.request(.body(ada))
      .success { (user: User) in heard.add(user.name) }
      .failure { error, isCancelled in heard.add("never") }
    provider.request(.body(ada)).success { (user: Built) in heard.add(user.name) }.failure { _, _ in heard.add("never")
    }
    provider.request(.body(ada)).success { (user: Both) in heard.add(user.name) }
    provider.request(.body("pong")).success { (text: String) in heard.add(text) }
    provider.request(.body("pong")).success { (data: Data) in heard.add("\(data.count)") }
    provider.request(.body("pong")).success { (response: Response) in heard.add("\(response.statusCode)") }
    provider.request(.body("pong")).success { (_: Void) in heard.add("void") }
    provider.request(.body("pong")).success { () in heard.add("void") }
    provider.request(.body("[\(ada)]")).success { (users: [User]) in heard.add(users.map(\.name).joined()) }
    provider.request(.body("[1, 2]")).success { (numbers: [Int]) in heard.add("\(numbers)") }
    provider.request(.body(#"{"a": 1}"#)).success { (numbers: [String: Int]) in heard.add("\(numbers)") }
    provider.request(.body("")).success { (user: User?) in heard.add("\(user?.name ?? "nil")") }
    provider.request(.body("")).success { (user: Built?) in heard.add("\(user?.name ?? "nil")") }
    provider.request(.body("")).success { (text: String?) in heard.add("\(text ?? "nil")") }

    #expect(
      heard.all == [
        "Ada", "built Ada", "built Ada", "pong", "4", "200", "void", "void", "Ada", "[1, 2]", #"["a": 1]"#, "nil",
        "nil", "nil",
      ]
    )
    #expect(connector.requestCount == 14)
  }

  @Test func `a chain of closures keeps the first one's model`() {
    let name =
      provider.request(.body(ada))
      .success { (user: User) in user.name }
      .success { name in name.count }
      .recover { error, isCancelled in 0 }
      .success { "\($0) letters" }
    let nested =
      provider.request(.body(ada))
      .success { (user: Built) in self.provider.request(.body(user.name)) }
      .success { (response: Response) in String(decoding: response.data, as: UTF8.self) }
    let inner =
      provider.request(.body(ada))
      .success { (user: User) -> ConnectionPromise<String> in
        heard.add(user.name)
        return provider.request(.body(user.name))
      }

    #expect(name.settled?.value == "3 letters")
    #expect(nested.settled?.value == "built Ada")
    #expect(inner.settled?.value == "Ada")
    #expect(connector.requestCount == 5)
  }

  @Test func `the type of the variable determines the model`() async throws {
    let user: User = try await provider.request(.body(ada)).value
    let built: Built = try await provider.request(.body(ada)).value
    let both: Both = try await provider.request(.body(ada)).value
    let text: String = try await provider.request(.body("pong")).value
    let users: [User] = try await provider.request(.body("[\(ada)]")).value
    let nobody: User? = try await provider.request(.body("")).value
    let status = try await provider.request(.body("pong")).value.statusCode
    let promise: ConnectionPromise<User> = provider.request(.body(ada))
    let nothing: ConnectionPromise<Void> = provider.request(.body("pong"))
    async let other: Both = provider.request(.body(ada)).value
    try await provider.request(.body("pong"), as: Void.self).value

    #expect([user.name, built.name, both.name, text] == ["Ada", "built Ada", "built Ada", "pong"])
    #expect(users.map(\.name) == ["Ada"])
    #expect(nobody == nil)
    #expect(status == 200)
    #expect(promise.settled?.value?.name == "Ada")
    #expect(nothing.settled?.value != nil)
    #expect(try await other.name == "built Ada")
    #expect(connector.requestCount == 11)
  }

  @Test func `the other ways to listen say the model, too`() async throws {
    provider.request(.body(ada)).on(success: { (user: User) in heard.add(user.name) })
    provider.request(.body(ada)).then { (user: User?, _) in heard.add(user?.name ?? "never") }
    provider.request(.body(ada)).name("user").success { (user: User) in heard.add(user.name) }
    let name = try await provider.request(.body(ada)).success { (user: User) in user.name }.value
    let users: [User] = try await Promise.all([provider.request(.body(ada)), provider.request(.body(ada))]).value
    let there: User = try await provider.request(.body(#"{"data": {"user": \#(ada)}}"#), keyPath: "data.user").value
    let responses = try await Promise.all([provider.request(.body("a")), provider.request(.body("b"))]).value
    let screen = provider.request(.body(ada)).success(on: MainActor.self) { (user: User) in user.name }

    #expect(heard.all == ["Ada", "Ada", "Ada"])
    #expect([name, there.name] + users.map(\.name) == ["Ada", "Ada", "Ada", "Ada"])
    #expect(responses.map(\.statusCode) == [200, 200])
    #expect(try await screen.value == "Ada")
    #expect(connector.requestCount == 10)
  }

  @Test func `a model named by its type is created`() {
    provider.request(.body(ada), as: User.self).success { user in heard.add(user.name) }
    provider.request(.body(ada), as: Built.self).success { heard.add($0.name) }
    provider.request(.body(ada), as: Both.self).success { heard.add($0.name) }
    provider.request(.body(ada), as: Both.self, decoder: JSONDecoder()).success { heard.add($0.name) }
    provider.request(.body("pong"), as: String.self).success { heard.add($0) }
    provider.request(.body("pong"), as: Data.self).success { heard.add("\($0.count)") }
    provider.request(.body("pong"), as: Void.self).success { heard.add("void") }
    provider.request(.body("pong")) { String(decoding: $0.data, as: UTF8.self) }.success { heard.add($0) }

    #expect(heard.all == ["Ada", "built Ada", "built Ada", "Ada", "pong", "4", "void", "pong"])
    #expect(connector.requestCount == 8)
  }

  @Test func `a generic function of one's own gets the same models`() {
    func load<Model: Decodable & Sendable>(_ body: String) -> Model? {
      let promise: ConnectionPromise<Model> = provider.request(.body(body))
      return promise.settled?.value
    }

    #expect((load(ada) as User?)?.name == "Ada")
    #expect((load(ada) as Both?)?.name == "built Ada")
    #expect(load("pong") as String? == "pong")
    #expect(load("pong") as Data? == Data("pong".utf8))
  }
}

private let ada = #"{"name": "Ada"}"#

/// A target whose response is what it sends.
private enum Canned: TargetType {
  case body(String)

  var baseURL: URL { .of("http://canned.test/") }
  var urlQuery: URLQuery? {
    switch self {
    case .body(let body): [body: nil]
    }
  }
}

private struct User: Decodable, Sendable {
  let name: String
}

private struct Built: JSONModel, Sendable {
  let name: String

  static func build(json: JSON) throws -> Built { Built(name: "built \(json.name.stringValue)") }
}

/// A type that can be had in both ways.
private struct Both: Decodable, JSONModel, Sendable {
  let name: String

  static func build(json: JSON) throws -> Both { Both(name: "built \(json.name.stringValue)") }
}
