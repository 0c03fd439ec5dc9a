import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

struct JSONDifferenceTests {
  private let expected: JSON = ["name": "Ada", "tags": ["a", "b"], "home": ["city": "London", "zip": nil]]

  private func differences(_ text: String) -> [String] {
    Response(data: Data(text.utf8)).jsonDifferences(from: expected).map(\.description)
  }

  @Test(arguments: [
    #"{"tags":["a","b"],"home":{"zip":null,"city":"London"},"name":"Ada"}"#,
    #"{ "name" : "\u0041da", "home": {"city": "London", "zip": null}, "tags": [ "a" , "b" ] }"#,
  ])
  func `order and whitespace make no difference`(text: String) {
    #expect(differences(text) == [])
  }

  @Test(arguments: [
    (
      #"{"tags":["a","b"],"home":{"zip":null,"city":"Paris"},"name":"Ada"}"#,
      [#"$.home.city is "Paris", expected "London""#]
    ),
    (
      #"{"tags":["b","a"],"home":{"zip":null,"city":"London"},"name":"Ada"}"#,
      [#"$.tags[0] is "b", expected "a""#, #"$.tags[1] is "a", expected "b""#]
    ),
    (
      #"{"tags":["a"],"home":{"city":"London"},"name":"Ada"}"#,
      ["$.home.zip is missing, expected null", #"$.tags[1] is missing, expected "b""#]
    ),
    (
      #"{"tags":["a","b",{"c":1}],"home":[],"name":"Ada","first name":1.5}"#,
      [
        "$[\"first name\"] is 1.5, not expected", #"$.home is [], expected {"city":"London","zip":null}"#,
        #"$.tags[2] is {"c":1}, not expected"#,
      ]
    ),
  ])
  func `each difference names its path`(text: String, differences: [String]) {
    #expect(self.differences(text) == differences)
  }

  @Test func `numbers are compared by value, and long values are shortened`() {
    let long = String(repeating: "x", count: 500)

    #expect(JSONDifference.all(in: ["n": 1.0, "m": 100], from: ["n": 1, "m": 1e2]) == [])
    #expect(JSONDifference.all(in: [JSON(long)], from: [1]).map(\.description.count) == [120])
  }

  @Test func `a body that isn't JSON differs as a whole`() {
    let differences = Response(data: Data("<html>".utf8)).jsonDifferences(from: expected)

    #expect(differences.map(\.path) == [[]])
    #expect(differences.first?.description.hasPrefix("the body isn't JSON: ") == true)
  }

  @Test func `requests are compared as they were made, and as a server got them`() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/users", .status(204))
    let stub = StubConnector(Response(statusCode: 204))
    let call = HTTP(server.url("/users")).httpMethod(.post).body(try .json(["name": "Ada"]))

    _ = try await call.fetchResponse().value
    _ = try await call.httpConnector(stub).fetchResponse().value

    #expect(server.requests[0].jsonDifferences(from: ["name": "Ada"]).isEmpty)
    #expect(stub.requests[0].jsonDifferences(from: ["name": "Ada"]).isEmpty)
    #expect(stub.requests[0].jsonDifferences(from: ["name": "Bob"]).map(\.path) == [["name"]])
    #expect(Request(url: server.baseURL).jsonDifferences(from: nil).count == 1)
  }
}
