import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct URLEncodingTests {
  private let parameters: [String: any Sendable] = ["q": "a b", "tags": ["x", "y"]]
  private let form = "q=a%20b&tags%5B%5D=x&tags%5B%5D=y"

  private func query(_ text: String) throws -> EncodedParameters {
    EncodedParameters(query: URLQuery(URLQuery(string: text).keyValues, urlEncoder: FormURLEncoder()))
  }

  private func body(_ text: String) -> EncodedParameters {
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    return EncodedParameters(body: RequestBody(Data(text.utf8), contentType: type))
  }

  @Test(arguments: [HTTPMethod.get, .head, .delete])
  func `by default these methods carry a query`(method: HTTPMethod) throws {
    let encoded = try URLEncoding.default.encode(parameters, for: method)

    #expect(try encoded == query(form))
    #expect(encoded.query?.string() == form)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .query, .options, HTTPMethod("SEARCH")])
  func `by default all other methods carry a body`(method: HTTPMethod) throws {
    #expect(try URLEncoding.default.encode(parameters, for: method) == body(form))
  }

  @Test(arguments: [HTTPMethod.get, .post])
  func `the query or the body can be asked for`(method: HTTPMethod) throws {
    #expect(try URLEncoding.queryString.encode(parameters, for: method) == query(form))
    #expect(try URLEncoding.httpBody.encode(parameters, for: method) == body(form))
  }

  @Test func `no parameters are no query, and an empty body`() throws {
    #expect(try URLEncoding.default.encode([:], for: .get) == EncodedParameters())
    #expect(try URLEncoding.default.encode([:], for: .post) == body(""))
  }

  @Test func `is made as Alamofire's is, or with any options`() throws {
    let literal = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
    let plus = URLEncoding(destination: .queryString, options: FormOptions(spaceEncoding: .plusReplaced))

    #expect(try literal.encode(["a": [true, false]], for: .post) == body("a=true&a=false"))
    #expect(try URLEncoding(destination: .httpBody).encode(["a": true], for: .get) == body("a=1"))
    #expect(try plus.encode(["a": "b c"], for: .post).query?.string() == "a=b+c")
  }
}
