import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct ResponseJSONTests {
  private struct User: JSONModel, Equatable {
    let name: String

    static func build(json: JSON) throws -> User { try User(name: json.required("name")) }
  }

  /// Built by hand, its name is marked; decoded, it would not be.
  private struct Both: JSONModel, Decodable, Equatable {
    let name: String

    static func build(json: JSON) throws -> Both { try Both(name: "built " + json.required("name")) }
  }

  private struct AsJSON: ResponseSpec { typealias ResponseModel = JSON }
  private struct AsUser: ResponseSpec { typealias ResponseModel = User }
  private struct AsUsers: ResponseSpec { typealias ResponseModel = [User] }
  private struct AsBoth: ResponseSpec { typealias ResponseModel = Both }
  private struct AsAllBoth: ResponseSpec { typealias ResponseModel = [Both] }
  private struct AsMaybe: ResponseSpec { typealias ResponseModel = User? }

  private func response(_ body: String) -> Response { Response(data: Data(body.utf8)) }

  private func http(_ body: String) -> HTTP {
    HTTP("http://h.test/p").httpConnector(StubConnector(response(body))).callbackInMainThread(false)
  }

  @Test func `a response is read as JSON`() throws {
    #expect(try response(#"{"a":[1]}"#).json().a[0] == 1)
    #expect(throws: JSONError.self) { try response("").json() }
    #expect(throws: JSONError.self) { try response("{").json() }
  }

  @Test func `a spec needs to say no more than its model`() throws {
    let ada = response(#"{"name":"Ada"}"#)

    #expect(try AsJSON().parseResponse(response: ada) == ["name": "Ada"])
    #expect(try AsUser().parseResponse(response: ada) == User(name: "Ada"))
    #expect(try AsUsers().parseResponse(response: response(#"[{"name":"Ada"}]"#)) == [User(name: "Ada")])
    #expect(try AsMaybe().parseResponse(response: ada) == User(name: "Ada"))
  }

  @Test func `a model that is Decodable, too, is built`() throws {
    #expect(try AsBoth().parseResponse(response: response(#"{"name":"Ada"}"#)) == Both(name: "built Ada"))
    #expect(try AsAllBoth().parseResponse(response: response(#"[{"name":"Ada"}]"#)) == [Both(name: "built Ada")])
  }

  @Test func `only an optional model takes an empty body or a null`() throws {
    #expect(try AsMaybe().parseResponse(response: response("")) == nil)
    #expect(try AsMaybe().parseResponse(response: response("null")) == nil)
    #expect(throws: EmptyBody.self) { try AsUser().parseResponse(response: response("")) }
    #expect(throws: JSONError.self) { try AsMaybe().parseResponse(response: response(" ")) }
    #expect(throws: ModelMappingError.self) { try AsUser().parseResponse(response: response("null")) }
  }

  @Test func `a model that cannot be built fails the connection, and says why`() throws {
    let error = http(#"[{"name":"Ada"},{"name":1}]"#).asJSONModel([User].self).settled?.errorInfo?.error

    #expect(error?.type == .parse)
    #expect(
      error?.nativeError as? ModelMappingError
        == .wrongType(type: "User", property: "name", path: [1, "name"], expected: "a string", found: .number)
    )
    #expect(error?.description.contains("User.name must be a string, and is a number at $[1].name") == true)
  }

  @Test func `each form of the short way gives its promise or its connection`() {
    let record = Record<String>()

    let json: Connection<JSON> = http("[7]").asJSON { record.add($0.debugDescription) }
    let model: Connection<User> = http(#"{"name":"Ada"}"#).asJSONModel { (user: User) in record.add(user.name) }

    #expect(record.all == ["[7]", "Ada"] && json.latestRequest != nil && model.latestRequest != nil)
    #expect(http("[7]").asJSON().settled?.value == [7])
    #expect(http(#"{"name":"Ada"}"#).asJSONModel(User.self).settled?.value == User(name: "Ada"))
    #expect(http("[7").asJSON().settled?.errorInfo?.error?.type == .parse)
    #expect(http("[7]").asJSONModel(User?.self).settled?.errorInfo?.error?.type == .parse)
  }
}
