import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Responses without a body, and bodies in files.
struct EmptyResponseTests {
  private struct User: Decodable, Equatable, Sendable { let id: Int }
  private struct Tag: JSONModel, Equatable, Sendable {
    let text: String

    static func build(json: JSON) throws -> Tag { Tag(text: json.stringValue) }
  }
  private struct Deletion: Decodable, EmptyResponse, Equatable, Sendable {
    let id: Int?

    static var emptyValue: Deletion { Deletion(id: nil) }
  }

  private struct As<Model: Decodable & Sendable>: ResponseSpec { typealias ResponseModel = Model }
  private struct AsTags: ResponseSpec { typealias ResponseModel = [Tag] }
  private struct AsJSON: ResponseSpec { typealias ResponseModel = JSON }
  private struct AsString: ResponseSpec { typealias ResponseModel = String }
  private struct AsData: ResponseSpec { typealias ResponseModel = Data }

  private static let empty = [
    Response(statusCode: 204), Response(statusCode: 205),
    Response(request: Request(url: .of("https://h.test/"), httpMethod: .head)),
  ]

  @Test(arguments: empty)
  func `a response that has no body by its nature is nil, empty, or what the type says`(response: Response) throws {
    #expect(try As<User?>().parseResponse(response: response) == nil)
    #expect(try As<[User]>().parseResponse(response: response) == [])
    #expect(try As<Set<String>>().parseResponse(response: response) == [])
    #expect(try As<[String: User]>().parseResponse(response: response) == [:])
    #expect(try As<Deletion>().parseResponse(response: response) == Deletion(id: nil))
    #expect(try AsTags().parseResponse(response: response) == [])
    #expect(try AsJSON().parseResponse(response: response) == .null)
    #expect(try response.decoded(as: [User].self) == [])
    #expect(try response.decoded(as: [User].self, keyPath: "data.users") == [])
    #expect(try Pipeline(Stage.parsing([User].self)).runSynchronously(response) == [])
  }

  @Test(arguments: empty)
  func `HTTP and a provider read no body in the same way`(response: Response) {
    let http = HTTP("https://h.test/").httpMethod(response.request?.httpMethod ?? .get)
      .httpConnector(StubConnector(response)).callbackInMainThread(false)
    let provider = Provider<Ping>(
      stub: .immediate.answering(.response(response)),
      callbackInMainThread: false
    )

    #expect(http.fetch([User].self).settled?.value == [])
    #expect(http.fetch(User?.self).settled?.value == .some(nil))
    #expect(http.fetchJSONModel([Tag].self).settled?.value == [])
    #expect(provider.request(Ping(), as: [User].self).settled?.value == [])
    #expect(provider.request(Ping(), as: [Tag].self).settled?.value == [])
  }

  @Test func `any other model of no body is an error that names the status and the model`() {
    let error = #expect(throws: EmptyBody.self) { try As<User>().parseResponse(response: Response(statusCode: 204)) }
    #expect(throws: EmptyBody.self) { try As<[User]>().parseResponse(response: Response(statusCode: 200)) }

    let words = "the response 204 has no body to create User from: make the model optional, or an EmptyResponse"
    #expect(error?.description == words)
  }

  @Test func `an optional text is text, and never a JSON string`() throws {
    let response = Response(data: Data(#""quoted""#.utf8))

    #expect(try As<String?>().parseResponse(response: response) == #""quoted""#)
    #expect(try As<String?>().parseResponse(response: Response(statusCode: 204)) == .some(nil))
    #expect(try As<Data?>().parseResponse(response: response) == response.data)
  }

  @Test func `models of a downloaded file are read from the file`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write(#"{"id": 7}"#, to: "a.json")
    let response = Response(file: folder.file("a.json"))
    let http = HTTP("https://h.test/").httpConnector(StubConnector(response)).callbackInMainThread(false)

    #expect(try As<User>().parseResponse(response: response) == User(id: 7))
    #expect(try AsJSON().parseResponse(response: response).id == 7)
    #expect(try AsString().parseResponse(response: response) == #"{"id": 7}"#)
    #expect(try AsData().parseResponse(response: response).count == 9)
    #expect(try As<String?>().parseResponse(response: response) == #"{"id": 7}"#)
    #expect(try response.model(Tag?.self) != nil)
    #expect(http.fetchString().settled?.value == #"{"id": 7}"#)
    #expect(http.fetchData().settled?.value?.count == 9)
    #expect(http.fetch(User.self).settled?.value == User(id: 7))
    #expect(http.fetchJSON().settled?.value?.id == 7)
  }

  @Test func `a download to a file is read by every way of HTTP`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let http = HTTP("https://h.test/").destination(.file(folder.file("b"), options: .removePreviousFile))
      .httpConnector(StubConnector(Response(data: Data(#"{"id": 7}"#.utf8)))).callbackInMainThread(false)

    #expect(http.asString().settled?.value == #"{"id": 7}"#)
    #expect(http.asDecodable(User.self).settled?.value == User(id: 7))
    #expect(http.asJSON().settled?.value?.id == 7)
    #expect(http.asData().settled?.value?.count == 9)
  }
}

private struct Ping: TargetType {
  var baseURL: URL { .of("https://h.test/") }
}
