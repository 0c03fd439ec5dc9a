import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct JSONEncodingTests {
  private struct Pair: Encodable, Sendable { let b = 1, a = 2 }

  private func body(_ text: String) -> EncodedParameters {
    EncodedParameters(body: RequestBody(Data(text.utf8), contentType: "application/json"))
  }

  @Test(arguments: [HTTPMethod.get, .post, .delete])
  func `every method carries a body`(method: HTTPMethod) throws {
    #expect(try JSONEncoding.default.encode(["b": 1, "a": "x"], for: method) == body(#"{"a":"x","b":1}"#))
  }

  @Test func `no parameters are an empty object`() throws {
    #expect(try JSONEncoding.default.encode([:], for: .post) == body("{}"))
  }

  @Test func `is laid out as its options say`() throws {
    let parameters: [String: any Sendable] = ["pair": Pair()]

    #expect(try JSONEncoding.sortedKeys.encode(parameters, for: .post) == body(#"{"pair":{"a":2,"b":1}}"#))
    #expect(
      try JSONEncoding.prettyPrinted.encode(parameters, for: .post)
        == body("{\n  \"pair\" : {\n    \"b\" : 1,\n    \"a\" : 2\n  }\n}")
    )
    #expect(
      try JSONEncoding(options: [.prettyPrinted, .sortedKeys]).encode(parameters, for: .post)
        == body("{\n  \"pair\" : {\n    \"a\" : 2,\n    \"b\" : 1\n  }\n}")
    )
  }

  @Test func `dates and data are written as configured, even later`() throws {
    var encoding = JSONEncoding(dateEncoding: .secondsSince1970)
    let parameters: [String: any Sendable] = ["at": Date(timeIntervalSince1970: 1), "file": Data([1])]

    #expect(try encoding.encode(parameters, for: .post) == body(#"{"at":1,"file":"AQ=="}"#))
    encoding.dateEncoding = .iso8601
    encoding.dataEncoding = .custom { "\($0.count)" }
    encoding.options = .prettyPrinted
    #expect(
      try encoding.encode(parameters, for: .post)
        == body("{\n  \"at\" : \"1970-01-01T00:00:01Z\",\n  \"file\" : \"1\"\n}")
    )
    #expect(encoding.options == .prettyPrinted)
  }

  @Test func `a value that contains itself is an error`() {
    final class Ring: Encodable, Sendable {
      enum CodingKeys: CodingKey { case next }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(self, forKey: .next)
      }
    }

    let error = #expect(throws: InvalidParameter.self) { try JSONEncoding.default.encode(["ring": Ring()], for: .post) }

    #expect(error?.reason == .tooDeep)
    #expect(error?.keyPath.hasPrefix("ring.next.next") == true)
  }
}
