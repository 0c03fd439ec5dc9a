import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct ParameterEncodingTests {
  private struct Lines: ParameterEncoding {
    func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) -> EncodedParameters {
      let lines = parameters.map { "\($0.key),\($0.value)" }.sorted().joined(separator: "\n")
      return EncodedParameters(body: RequestBody(Data(lines.utf8), contentType: "text/csv"))
    }
  }

  @Test func `the short names are those of the library's encodings`() throws {
    let encodings: [any ParameterEncoding] = [.url, .query, .form, .json]

    let encoded = try encodings.map { try $0.encode(["a": 1], for: .post) }

    #expect(encoded.map { $0.query?.string() } == [nil, "a=1", nil, nil])
    #expect(
      encoded.map { $0.body?.contentType } == [
        "application/x-www-form-urlencoded; charset=utf-8", nil, "application/x-www-form-urlencoded; charset=utf-8",
        "application/json",
      ]
    )
  }

  @Test func `one can be written in a few lines`() throws {
    let encoding: any ParameterEncoding = Lines()

    let encoded = try encoding.encode(["b": 2, "a": 1], for: .post)

    #expect(encoded == EncodedParameters(body: RequestBody(Data("a,1\nb,2".utf8), contentType: "text/csv")))
    #expect(encoded.query == nil)
  }
}
